import { describe, expect, it } from 'vitest'
import { detectLanguage } from '#server/platform/reference/text-language'

describe('detectLanguage', () => {
  it.each([
    ['en', 'I moved for an MSc with two suitcases and no offer of work.'],
    ['es', 'Llegué a Madrid con dos maletas y sin trabajo, y tardé seis semanas en encontrar piso.'],
    ['fr', 'Je suis arrivée à Lyon avec deux valises et sans emploi, et j’ai mis six semaines à me loger.'],
    ['pt', 'Cheguei a Lisboa com duas malas e sem trabalho, e demorei seis semanas a encontrar casa.'],
    ['hi', 'मैं दो सूटकेस और बिना नौकरी के मैनचेस्टर आया था।'],
    ['zh', '我带着两个箱子来到慕尼黑，没有工作，花了六个星期才找到房子。第一个月我住在青年旅舍，每天都在找房。'],
    ['ar', 'وصلت إلى دبي بحقيبتين وبدون عمل، واستغرقت ستة أسابيع للعثور على شقة.'],
    ['de', 'Ich kam mit zwei Koffern und ohne Arbeit nach Berlin.'],
    [null, 'Ananya Rao'],
  ])('finds %s', async (language, text) => {
    expect(await detectLanguage(text)).toBe(language)
  })
})
