import { Placeholder } from './Placeholder.tsx'

export function Component() {
  return <Placeholder heading="从其他平台导入" />
}
