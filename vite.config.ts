import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { markMessages, pseudoMessages, watchCatalogs } from './scripts/generate/mark-messages.ts'
import { settle, type Settled } from './scripts/generate/settle.ts'
import { bundledPackages } from './scripts/release/packages.ts'

/** What is around every page. */
const FRAME = ['app/root.tsx', 'app/routes/page.tsx']

/** The pages that most visitors see first, and from which they go to the others. */
const FIRST_PAGES = ['site/home', 'mentors/mentors', 'mentors/mentor', 'site/about', 'cohorts/cohorts', 'site/faq'].map(
  (page) => `app/routes/public/${page}.tsx`,
)

/** With the shortest hashes that the bundler allows: every page loads a table of them, and they do not compress. */
const NAMES = 'assets/[name]-[hash:7].js'

/** Large, and only three of the first pages have it. */
const CHART = /\/app\/ui\/home\/chart/
/** The name of the map's file, which pages without the rest of the chart need too. */
const SHEET = /\/app\/ui\/home\/chart\.svg/

/** Less than files of their own would add. */
const SMALL = /\/messages\/words\/(prices|lists)\.|\/app\/ui\/time\/clock\./

/** The list of mentors as pages have it. */
const FINDER = 'app/ui/mentors/list/mentor-finder.tsx'

/**
 * The browser's script in four files a page instead of thirty: what every page needs of libraries and of our own, what
 * most of the first pages share, and the page itself. Apart, the parts compress worse by 6 KB and take a round trip each.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 4 },
  {
    debugName: 'frame',
    name: (id, modules) =>
      SHEET.test(id) || FRAME.some((file) => listImports(file, modules).has(id)) ? 'frame' : null,
    priority: 3,
  },
  {
    debugName: 'shared',
    name: (id, modules) =>
      SMALL.test(id) || (!CHART.test(id) && FIRST_PAGES.filter((page) => listImports(page, modules).has(id)).length > 2)
        ? 'shared'
        : null,
    priority: 2,
  },
  {
    // What /mentors and the pages about a crossing share. Not what other first pages need of it: they would load it all.
    debugName: 'finder',
    name: (id, modules) => {
      const isImporter = (file: string) => listImports(file, modules).has(id)
      const elsewhere = FIRST_PAGES.filter((page) => !page.endsWith('/mentors.tsx'))
      return isImporter(FINDER) && !elsewhere.some(isImporter) ? 'finder' : null
    },
    priority: 1,
  },
  // The forms of signing in are one file, since every page names the files of the header's dialog. What of it other pages
  // use is apart.
  { name: 'controls', test: /\/app\/ui\/controls\/field\.tsx$/, priority: 1 },
  { name: 'chart', test: CHART, priority: 1 },
  // What the list and a mentor's page know of saved mentors; and what a mentor's page shares with few others.
  { name: 'saved', test: /\/mentors\/saved\/saved\.|\/icons\/heart\./, priority: 2 },
  {
    name: 'profile-parts',
    test: /\/ui\/(layout\/(prose|facts)|bookings\/(selection|notify-me-link)|mentors\/session-notes)\./,
    priority: 1,
  },
  { name: 'home-parts', test: /\/app\/ui\/(home\/faq|layout\/split|controls\/accordion)\./, priority: 1 },
  { name: 'notices', test: /\/app\/ui\/controls\/notice\.tsx$|\/icons\/circle-check\./, priority: 1 },
  { name: 'account', test: /\/app\/ui\/accounts\/sign-in\//, priority: 0 },
]

const known = new WeakMap<Rolldown.ChunkingContext, Map<string, Set<string>>>()

/** Every module without which `file` cannot start. Dynamic imports do not count. */
function listImports(file: string, modules: Rolldown.ChunkingContext): Set<string> {
  const files = known.get(modules) ?? new Map<string, Set<string>>()
  known.set(modules, files)
  const found = files.get(file) ?? new Set([resolve(file)])
  if (!files.has(file)) {
    files.set(file, found)
    for (const each of found) for (const next of modules.getModuleInfo(each)?.importedIds ?? []) found.add(next)
  }
  return found
}

/** Icons without the parts of lucide-react that nothing here uses. */
const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/createLucideIcon.mjs') ? resolve('app/ui/browser/lucide-icon.tsx') : null),
  transform: (code, id) =>
    /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)
      ? { code: code.replaceAll(/\b(?:name: "[^"]*"|size: 24),|,\s*key: "[^"]*"|^__iconData\.node;$/gm, ''), map: null }
      : null,
}

/** React Aria empties its announcements by `innerHTML`, which Trusted Types refuse. */
const trustedAria: Plugin = {
  name: 'trusted-aria',
  apply: 'build',
  transform(code, id) {
    if (!/\/dist\/private\/live-announcer\/LiveAnnouncer\.m?js(?:\?|$)/.test(id)) return null
    const emptied = /\.innerHTML = (''|"")/g
    if (!emptied.test(code)) throw new Error('React Aria empties its announcements in another way: see vite.config.ts')
    return { code: code.replaceAll(emptied, ".textContent = ''"), map: null }
  },
}

/**
 * The date fields of admins have a copy of React Aria of their own. If they shared the calendar's, the bundler would divide it, and
 * the page of a booking would load its parts apart.
 */
const ownAria: Plugin = {
  name: 'own-aria',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer, options) {
    if (!importer || !/\/date-segments\.tsx$|\?own$/.test(importer)) return null
    const found = await this.resolve(source, importer.replace('?own', ''), { ...options, skipSelf: true })
    return found &&
      /\/node_modules\/(?:@?react-(?:aria|stately)|@internationalized)|\/browser\/react-aria\.tsx$/.test(found.id)
      ? { ...found, id: `${found.id}?own` }
      : found
  },
}

/** What stands in React Router for settings that are off here, by file: what its other files import of it, doing nothing. */
const UNUSED: Record<string, string[]> = {
  'route-discovery': [
    'RouteDiscoveryRuntime',
    'getCustomPatchRoutesOnNavigationFunction',
    'useCustomRouteDiscovery',
    'useRouteDiscovery',
  ],
  // All pages are known from the start (`routeDiscovery` in react-router.config.ts).
  'fog-of-war': [
    'URL_LIMIT',
    'getManifestPath',
    'getManifestPathsParam',
    'getPartialManifest',
    'getPatchRoutesOnNavigationFunction',
    'getPathsWithAncestors',
    'handleClientVersionMismatch',
    'isFogOfWarEnabled',
    'shouldUseInitialRouteDiscovery',
    'useFogOFWarDiscovery',
  ],
  // Errors of server components, which we do not have.
  errors: ['decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'],
  // Every first page is drawn by the server.
  fallback: ['RemixRootDefaultHydrateFallback'],
  instrumentation: [
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'instrumentHandler',
    'instrumentationResultMetaContext',
  ],
}

/** Modules of React Router that ours replace, by file. */
const REPLACED: Record<string, string> = {
  routeModules: 'app/ui/browser/route-modules.ts',
  errorBoundaries: 'app/ui/browser/failed-frame.tsx',
}

/**
 * How React Router waits for a page's stylesheet beside its data. When the data are an error that comes before the stylesheet, the
 * promise of the data is rejected while nothing listens, which browsers report as an uncaught error.
 */
const WAITING_FOR_STYLES = /try \{\s*return handler\(\);\s*\} finally \{\s*await linkPrefetchPromise;\s*\}/

function waitForBoth(code: string): string {
  if (!WAITING_FOR_STYLES.test(code))
    throw new Error('React Router waits for stylesheets in another way: see vite.config.ts')
  return code.replace(WAITING_FOR_STYLES, 'return (await Promise.all([handler(), linkPrefetchPromise]))[0];')
}

/** The same source for each of these names. */
const each = (names: string, source: string) => Object.fromEntries(names.split(/\s+/).map((name) => [name, source]))

/**
 * What never differs here in React Router, by the names that its files have for it: pages that the server does not draw, servers
 * elsewhere, routes that are found later, and functions of a page's own for its data in the browser; hot reload, instruments, blocked
 * navigations, masked addresses and view transitions.
 */
const ROUTER: Settled = {
  values: {
    ...each('isSpaMode isApiOnly unstable_apiOnly isStatic isStaticHandler rsc', 'false'),
    ...each('isFogOfWar initialMatchesIsFOW isDiscovering unstable_customRouteDiscovery', 'false'),
    ...each('unstable_routePatternMatching masked pendingViewTransitionEnabled __reactRouterHdrActive', 'false'),
    ...each('serverOrigin unstable_apiServerOrigin criticalCss needsRevalidation instrumentations', '(void 0)'),
    ...each('instrumentationNavigateMetaReceiver instrumentationResultMetaReceiver', '(void 0)'),
    ...each('patchRoutesOnNavigation discoveryRuntime routeDiscoveryRuntime pendingDiscoveryCancellation', '(void 0)'),
    ...each('hasClientLoader hasClientAction hasClientMiddleware', '(void 0)'),
    ...each('clientLoader clientAction clientMiddleware', '(void 0)'),
    ...each('clientLoaderModule clientActionModule clientMiddlewareModule', '(void 0)'),
    ...each('blockerKey unblockBlockerHistoryUpdate mask maskPath', '(void 0)'),
    ...each('viewTransition enableViewTransition viewTransitionOpts priorPaths', '(void 0)'),
  },
  unused: [
    '_internalSetRoutes',
    'cancelDiscoveryNavigation',
    'createClientRoutesWithHMRRevalidationOptOut',
    'deleteBlocker',
    'discoverRoutes',
    'getBlocker',
    'handleSkippedViewTransition',
    'patchRoutes',
    'patchRoutesImpl',
    'persistAppliedTransitions',
    'restoreAppliedTransitions',
    'RSCPrefetchPageLinksImpl',
    'shouldBlockNavigation',
    'updateBlocker',
  ],
}

/** React's view transitions, which begin with a `<ViewTransition>`. */
const REACT: Settled = { values: { shouldStartViewTransition: 'false', appearingViewTransitions: 'null' }, unused: [] }

/** The browser's copy of the files of a library, without what nothing here uses. The build fails on a name that they no longer have. */
function settleFiles(library: string, files: RegExp, settled: Settled): Plugin {
  const found = new Set<string>()
  return {
    name: `settle-${library}`,
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (files.test(id) ? { code: settle(id, code, settled, found), map: null } : null),
    buildEnd(error) {
      const lost = [...Object.keys(settled.values), ...settled.unused].filter((name) => !found.has(name))
      if (!error && lost.length > 0) throw new Error(`${library} has no ${lost.join(', ')}: see vite.config.ts`)
    },
  }
}

/** React Router for browsers: what is ours instead stands in it, and what nothing here uses is left out. */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer) {
    if (!importer?.includes('/react-router/dist/') || /\/(rsc|server-runtime)\//.test(importer + source)) return null
    const [, file = ''] = /\/([\w-]+)\.js$/.exec(source) ?? []
    if (Object.hasOwn(REPLACED, file)) return resolve(REPLACED[file]!)
    return Object.hasOwn(UNUSED, file) ? `\0unused-${file}` : null
  },
  load(id) {
    const names = id.startsWith('\0unused-') && UNUSED[id.slice('\0unused-'.length)]
    return names ? names.map((name) => `export const ${name} = () => {}`).join('\n') : null
  },
  transform(code, id) {
    if (!/\/react-router\/dist\//.test(id)) return null
    // What its broken assumptions and its warnings to developers would say: no visitor reads it, and the stack shows the cause.
    const short = code
      .replaceAll(/^([^"`\n]*\binvariant\([^"`\n]*), ["`].*["`]\);$/gm, '$1);')
      .replaceAll(/^\s*(?:warning|warnOnce)\(.*\);$/gm, ';')
    return { code: id.endsWith('/dom/ssr/routes.js') ? waitForBoth(short) : short, map: null }
  },
}

/**
 * The server's files in ASCII: V8 keeps the text of its scripts, with two bytes for each letter if one of them is not ASCII. Late,
 * since the bundler prints strings as they are.
 */
const asciiServer: Plugin = {
  name: 'ascii-server',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

const inAscii = (code: string) =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export default defineConfig({
  plugins: [
    watchCatalogs,
    markMessages,
    pseudoMessages,
    leanIcons,
    trustedAria,
    ownAria,
    leanRouter,
    settleFiles('react-router', /\/react-router\/dist\//, ROUTER),
    settleFiles('react-dom', /\/react-dom-client\.production\.js$/, REACT),
    asciiServer,
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups }, entryFileNames: NAMES, chunkFileNames: NAMES } },
        // What is on every page is there before anything is imported late: not to be named on every page again.
        modulePreload: {
          resolveDependencies: (_file, files) =>
            files.filter((each) => !/(framework|frame|rolldown-runtime)-/.test(each)),
        },
      },
    },
    // The server bundle has one entry, so that pages and everything else share one module graph and one context key.
    ssr: {
      build: { rolldownOptions: { input: './server/entry.ts' } },
      // So that the server draws the same icons, and that a release needs no packages of what is drawn in the browser.
      resolve: { noExternal: bundledPackages() },
    },
  },
})
