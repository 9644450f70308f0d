import { PLACEHOLDERS } from '@plinth/api'
import { Placeholder } from './Placeholder.tsx'

export function Component() {
  return <Placeholder heading={PLACEHOLDERS.createcatenft} />
}
