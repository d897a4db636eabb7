/**
 * The benchmarks' own bundle: the product's with another entry. Its packages stay outside, since benchmarks use the bundle beside
 * modules that import the same ones.
 */
import { mergeConfig, type Plugin } from 'vite'
import product from '../../vite.config.ts'

const plugins = product.plugins!.filter((plugin) => (plugin as Plugin).name !== 'merged-packages')

export default mergeConfig(
  { ...product, plugins },
  { environments: { ssr: { build: { rolldownOptions: { input: { index: './tests/bench/entry.ts' } } } } } },
)
