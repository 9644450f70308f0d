import type { hanging as enHanging } from '../en/hanging.ts'
import type { Mirror } from '../mirror.ts'

export const hanging = {
  playing: '演示作品仍在布展，市场已可使用。',
  count: '已完成 {{done}} / {{total}} 项。',
  failed: '有 {{count}} 项未成功：原因见终端，下次启动会重试。',
} satisfies Mirror<typeof enHanging>
