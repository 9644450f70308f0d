import type { ErrorRow } from './error-row.ts'

/** Refusals of actions with a blind box, 43xx of the registry. */
export const BOX_ERRORS = {
  BOX_NOT_STARTED: { errno: 4301, en: 'This box is not on sale yet.', zh: '该盲盒尚未开售。', retry: true },
  BOX_ENDED: { errno: 4302, en: 'The sale of this box has ended.', zh: '该盲盒已结束发售。', retry: false },
  BOX_SOLD_OUT: {
    errno: 4303,
    en: 'Every box of this series is taken. Nothing has moved.',
    zh: '该系列盲盒已售罄，没有任何变动。',
    retry: false,
  },
  BOX_STOPPED: {
    errno: 4304,
    en: 'This box can’t be opened until its owner has secured the next draws. Nothing has moved.',
    zh: '在发行者为后续抽取提供保障之前，该盲盒暂停开启，没有任何变动。',
    retry: true,
  },
  BOX_DRAW_OVERDUE: {
    errno: 4312,
    en: 'An earlier draw of this box is still awaited. Try again shortly. Nothing has moved.',
    zh: '该盲盒有一次较早的抽取尚未完成，请稍后再试，没有任何变动。',
    retry: true,
  },
  BOX_WORD_LOST: {
    errno: 4313,
    en: 'The secret words of the missed draws are not known here, and the contract asks for the last of them before it takes new ones.',
    zh: '此处没有未完成开盒的密语，而合约要求先公布其中最后一个，才接受新的密语。',
    retry: false,
  },
  BOX_RECEIVER: {
    errno: 4314,
    en: 'Your account has code, and it can’t take the works of this box. Nothing was sent: open it with another account.',
    zh: '你的账户带有代码，且无法接收该盲盒的作品。未发送任何内容，请换用其他账户开盒。',
    retry: false,
  },
  BOX_QUANTITY: { errno: 4305, en: 'So many boxes can’t be opened at once.', zh: '一次不能开启这么多盲盒。', retry: false },
  BOX_WAITING: { errno: 4306, en: 'The draw is still under way.', zh: '抽取仍在进行中。', retry: true },
  BOX_REVEAL_MISSED: {
    errno: 4307,
    en: 'The draw was not shown in time. The buyer gets payment and bond back.',
    zh: '抽取结果未能按时公布，买家可取回付款和保证金。',
    retry: false,
  },
  BOX_NOTHING_WAITS: { errno: 4308, en: 'Nothing waits here any more.', zh: '这里已没有待处理的内容。', retry: false },
  BOX_SHAPE: {
    errno: 4309,
    en: 'This series of boxes can’t be registered: its prizes, price, times or bond do not fit together.',
    zh: '无法登记该系列盲盒：奖品、价格、时间或保证金不相符。',
    retry: false,
  },
  BOX_PRIZE_UNKNOWN: {
    errno: 4311,
    en: 'The prize {prize} is minted when it is drawn, and the collection of prizes has no such kind: nobody could ever have it.',
    zh: '奖品 {prize} 须在开盒时铸造，但奖品合集中没有这一种类：任何人都无法得到它。',
    retry: false,
  },
  BOX_NOT_OVER: {
    errno: 4310,
    en: 'The series is not over yet, or somebody still waits for a draw.',
    zh: '该系列尚未结束，或仍有人在等待抽取。',
    retry: true,
  },
} as const satisfies Record<string, ErrorRow>
