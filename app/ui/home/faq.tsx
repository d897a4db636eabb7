import { Accordion } from '../controls/accordion.tsx'
import { listFaqItems } from './faq-items.ts'

/** The questions, each of which unfolds its answer. */
export function Faq() {
  return <Accordion items={listFaqItems().map((item) => ({ title: item.question, content: <p>{item.answer}</p> }))} />
}
