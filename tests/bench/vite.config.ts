/** The benchmarks' own bundle: everything as in the product's, with one more way in. */
import { mergeConfig } from 'vite'
import product from '../../vite.config.ts'

export default mergeConfig(product, {
  environments: { ssr: { build: { rolldownOptions: { input: './tests/bench/entry.ts' } } } },
})
