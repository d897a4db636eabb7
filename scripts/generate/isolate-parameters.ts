/**
 * Parameters in a language from right to left: each between marks that keep its own direction from changing the order of the words
 * beside it, as "Farai Moyo, 10:00" would be read from the time on (Unicode Bidirectional Algorithm, 2.4).
 */
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const [ISOLATE, END] = ['\u2068', '\u2069']
/** A letter from the right that is not seen. A text is isolated in the direction of its first letter outside of what it isolates. */
const MARK = '\u200f'
/** The parts of a date and of an amount, and words of Latin letters that people copy and mail programs make links of. */
const KEEPS_ORDER =
  /^(?:weekday|day|month|year|hours|address|code|email|host|key|link|path|reference|slug|support|url)$/
/** Next to a parameter, what belongs to the number in it. */
const [AT_ITS_START, AT_ITS_END] = [/[-+−–/£@\u2066\u2068]$/, /^[-–%/@\u2069]/]

/** The message with its parameters isolated, but for one that is all of the message. */
export function isolateParameters(elements: MessageFormatElement[]): MessageFormatElement[] {
  if (elements.length === 1 && elements[0]!.type === TYPE.argument) return elements
  const isolated = isolate(elements)
  const isAllIsolated = isolated.length > elements.length && !elements.some((element) => touches(element, /\p{L}/u))
  return isAllIsolated ? [literal(MARK), ...isolated] : isolated
}

function isolate(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element, at): MessageFormatElement[] => {
    switch (element.type) {
      case TYPE.argument: {
        const isNumber = touches(elements[at - 1], AT_ITS_START) || touches(elements[at + 1], AT_ITS_END)
        return isNumber || KEEPS_ORDER.test(element.value) ? [element] : [literal(ISOLATE), element, literal(END)]
      }
      case TYPE.tag:
        return [{ ...element, children: isolateParameters(element.children) }]
      case TYPE.plural:
      case TYPE.select:
        return [
          {
            ...element,
            options: Object.fromEntries(
              Object.entries(element.options).map(([form, option]) => [
                form,
                { ...option, value: isolate(option.value) },
              ]),
            ),
          } as MessageFormatElement,
        ]
      default:
        return [element]
    }
  })
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })

const touches = (element: MessageFormatElement | undefined, pattern: RegExp): boolean =>
  element?.type === TYPE.literal && pattern.test(element.value)
