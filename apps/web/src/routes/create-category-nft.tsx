import { Placeholder } from './Placeholder.tsx'

export function Component() {
  return <Placeholder heading="创建分类合集" />
}
