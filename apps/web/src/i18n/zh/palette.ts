import type { palette as en } from '../en/palette.ts'
import type { Mirror } from '../mirror.ts'

export const palette = {
  title: '命令',
  label: '输入命令或要找的内容',
  goTo: '前往',
  search: '搜索',
  searchFor: '搜索“{{keyword}}”',
  account: '账户',
  switchAccount: '切换账户',
  look: '主题、语言、网络',
  help: '帮助',
  found_other: '{{count}} 条命令',
  shortcuts: '键盘快捷键',
  everywhere: '任何页面',
  inLists: '作品列表中',
  keySearch: '搜索',
  keyPalette: '命令面板',
  keyList: '全部快捷键',
  keyClose: '关闭当前窗口',
  keyRows: '下一行、上一行',
  keyCards: '同一行的后一件、前一件',
  keyNext: '下一件、上一件作品',
  keyEnds: '表格的第一行、最后一行',
  keyOpen: '打开作品',
  turnedOn: '启用键盘快捷键',
  turnedOnHint: '在输入框中打字时不会触发。',
} satisfies Mirror<typeof en>
