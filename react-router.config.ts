/** Where the pages are and where the build goes. `npm test` builds into a folder of its own, beside a running product. */
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.LANDFALL_BUILD ?? 'build',
} satisfies Config
