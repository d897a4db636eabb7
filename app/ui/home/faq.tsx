import { Accordion } from '../controls/accordion.tsx'
import { useSite } from '../layout/site.ts'
import { listFaqItems } from './faq-items.ts'

/** The questions, each of which unfolds its answer. */
export function Faq() {
  const items = listFaqItems(useSite()?.currencies ?? [])
  return <Accordion items={items.map((item) => ({ title: item.question, content: <p>{item.answer}</p> }))} />
}
