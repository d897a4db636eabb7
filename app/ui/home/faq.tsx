import { Accordion } from '../controls/accordion.tsx'
import { FAQ_ITEMS } from './faq-items.ts'

/** The questions, each of which unfolds its answer. */
export function Faq() {
  return <Accordion items={FAQ_ITEMS.map((item) => ({ title: item.question, content: <p>{item.answer}</p> }))} />
}
