/**
 * A language for tests: English with marked letters, in brackets and 40 % longer, "[Ḃööķ Ñöŵ ~~~]". What a page then shows
 * in plain letters comes from no message, and what has no room for it has none for German.
 */
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MARKED = 'äḃċḋëḟġḧïĵķļṁñöṗqŕšťüṽŵẋÿžÄḂĊḊËḞĠḦÏĴĶĻṀÑÖṖQŔŠŤÜṼŴẊŸŽ'
/** Of the letters that a message has. */
const LONGER_BY = 0.4
/** Of the words that make it longer, in letters. */
const WORD = 5

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })

/** The message with its texts in the pseudo-language; parameters and tags as they are. */
export function translateToPseudo(elements: MessageFormatElement[]): MessageFormatElement[] {
  const length = Math.ceil(countLetters(elements) * LONGER_BY)
  const words = Array.from({ length: Math.ceil(length / WORD) }, () => '~'.repeat(Math.min(WORD, length)))
  return [literal('['), ...mark(elements), literal([...words.map((word) => ` ${word}`), ']'].join(''))]
}

function mark(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return { ...element, value: element.value.replaceAll(/[a-z]/gi, (letter) => MARKED[PLAIN.indexOf(letter)]!) }
      case TYPE.tag:
        return { ...element, children: mark(element.children) }
      case TYPE.plural:
      case TYPE.select:
        return {
          ...element,
          options: Object.fromEntries(
            Object.entries(element.options).map(([form, option]) => [form, { ...option, value: mark(option.value) }]),
          ),
        } as MessageFormatElement
      default:
        return element
    }
  })
}

/** Of a plural or a select, the letters of its last form. */
function countLetters(elements: MessageFormatElement[]): number {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + (element.value.match(/\p{L}/gu)?.length ?? 0)
    if (element.type === TYPE.tag) return sum + countLetters(element.children)
    const isChoice = element.type === TYPE.plural || element.type === TYPE.select
    return sum + (isChoice ? countLetters(element.options['other']!.value) : 0)
  }, 0)
}
