/** React Router's request handlers: one for each language, whose addresses have its prefix and whose scripts are its own. */
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { LANGUAGES, type Language } from '../../messages/languages.ts'
import { languagePrefix, splitLanguage } from '#server/platform/language/language-path'
import { inLanguage } from '#server/platform/language/language'
import { isSharedScript } from '#server/platform/language/shared-scripts'
import { pagesBySection } from '#server/site/section-pages'

/** React Router's request handler. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>

export function pagesInLanguages(build: ServerBuild, offered: readonly Language[]): Pages {
  const mode = import.meta.env.DEV ? 'development' : 'production'
  const handlers = new Map(
    offered.map((language) => {
      const prefix = languagePrefix(language)
      return [language, pagesBySection(prefix ? inFolder(build, prefix, language) : build, mode)] as const
    }),
  )
  return (request, context) => {
    const { language, path } = splitLanguage(new URL(request.url).pathname, offered)
    return inLanguage(language, async () => {
      const response = await handlers.get(language)!(path, request, context)
      if (isDocument(response)) response.headers.set('content-language', LANGUAGES[language].tag)
      return response
    })
  }
}

const isDocument = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false

/** The same build under another address, with the scripts of its language. */
function inFolder(build: ServerBuild, basename: string, language: Language): ServerBuild {
  const place = (file: string) =>
    file.endsWith('.js') && !isSharedScript(file) ? file.replace('/assets/', `/assets/${language}/`) : file
  const { assets } = build
  const routes = Object.entries(assets.routes).map(([id, route]) => [
    id,
    route && { ...route, module: place(route.module), ...(route.imports && { imports: route.imports.map(place) }) },
  ])
  const entry = { ...assets.entry, module: place(assets.entry.module), imports: assets.entry.imports.map(place) }
  return {
    ...build,
    basename,
    assets: { ...assets, url: place(assets.url), entry, routes: Object.fromEntries(routes) },
  }
}
