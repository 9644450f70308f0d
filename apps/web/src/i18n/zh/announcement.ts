import { PAGES_ZH } from '@plinth/api'
export const announcement = {
  title: PAGES_ZH.announcements,
  all: '全部公告',
  empty: '暂无公告',
  emptyText: '市场有变动时，会在这里告知。',
  missing: '没有这条公告',
  missingText: '链接里的内容无法读取。全部公告都在公告列表中。',
  unknownTitle: PAGES_ZH.notOurs,
  unknownText: '以下文字来自你打开的链接，并非 {{name}} 发布。请勿理会其中的任何要求。',
}

export const doc = {
  title: PAGES_ZH.doc,
  open: '打开文档',
  none: '暂无文档',
  noneText: '市场的运营者还没有提供文档。',
  noViewer: '你的浏览器无法在网页内显示 PDF',
  noViewerText: '文档会在新窗口中打开。',
}
