/** The notices about immigration advice, and what an operator reads about notices of their own that cannot be used. */
import {
  MAX_NOTICE_LENGTH,
  REGISTERS,
  type AdviceError,
  type AdviceNotice,
  type KnownNotice,
  type Notice,
} from '#domain/mentors/advice'
import * as m from '#messages/advice'

const REGISTER_NAMES: Record<keyof typeof REGISTERS, () => string> = {
  AU: m.registerAu,
  CA: m.registerCa,
  GB: m.registerGb,
  NZ: m.registerNz,
}

/** A notice as it is shown. */
export const describeAdvice = (notice: Notice): AdviceNotice =>
  typeof notice === 'string' ? describeKnown(notice) : notice

function describeKnown(notice: KnownNotice): AdviceNotice {
  if (notice === 'general') return { sentence: m.general(), register: null }
  return {
    sentence: m.withRegister(),
    register: { name: REGISTER_NAMES[notice](), address: REGISTERS[notice] },
  }
}

/** Without a full stop. */
export function describeAdviceError(error: AdviceError): string {
  switch (error.code) {
    case 'no_json':
      return m.noJson()
    case 'no_object':
      return m.noObject()
    case 'no_countries':
      return m.noCountries()
    case 'unknown_key':
      return m.unknownKey(error)
    case 'country':
      return m.noCountry(error)
    case 'sentence':
      return m.sentence({ ...error, max: MAX_NOTICE_LENGTH })
    case 'register':
      return m.register(error)
  }
}
