import { currentLanguage } from '../../../messages/runtime.ts'
import { languagePrefix } from './language-path.ts'

/**
 * Where the site's pages are in the language that is spoken at the moment: `https://example.com/es`, and for English the
 * address itself. For links in emails, calendar entries and to other services; pages link by their router.
 */
export const siteAddress = ({ config }: { config: { PUBLIC_URL: string } }): string =>
  config.PUBLIC_URL + languagePrefix(currentLanguage())
