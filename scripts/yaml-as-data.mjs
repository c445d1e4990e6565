import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** For esbuild: the content rules are YAML for people, data for the command. */
export const yamlAsData = {
  name: 'yaml',
  setup(plugin) {
    plugin.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: JSON.stringify(parse(readFileSync(path, 'utf8'))),
      loader: 'json',
    }))
  },
}
