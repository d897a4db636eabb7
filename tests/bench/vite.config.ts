/** The benchmarks' own bundle: the product's with another entry. */
import { mergeConfig } from 'vite'
import product from '../../vite.config.ts'

export default mergeConfig(product, {
  environments: { ssr: { build: { rolldownOptions: { input: './tests/bench/entry.ts' } } } },
})
