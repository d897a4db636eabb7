/** What an admin reads at a field of the settings that could not be read. */
import type { SettingError } from '#domain/site-settings'
import * as m from '#messages/admin'

export function describeSettingError(error: SettingError): string {
  switch (error.code) {
    case 'name':
      return m.settingName(error)
    case 'whole_number':
      return m.settingWholeNumber(error)
    case 'figures':
      return m.settingFigures()
    case 'figures_day':
      return m.settingFiguresDay()
    case 'percent':
      return m.settingPercent()
    case 'vat_percent':
      return m.settingVatPercent(error)
    case 'seller':
      return m.settingSeller()
    case 'policy':
      return m.settingPolicy()
    case 'sentence':
      return m.settingSentence(error)
    case 'text':
      return m.settingText(error)
    case 'too_long':
      return m.settingTooLong(error)
    case 'register_missing':
      return m.settingNoRegister()
    case 'address_missing':
      return m.settingNoRegisterAddress()
    case 'address':
      return m.settingAddress()
  }
}
