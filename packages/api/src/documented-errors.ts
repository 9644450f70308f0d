import type { ErrorRow } from './errors.ts'

/** What the documented contracts refused in these words, 454x and 455x of the registry. */
export const DOCUMENTED_ERRORS = {
  TRANSFER_NOT_OWN: { errno: 4547, en: 'ERC721: transfer of token that is not own', zh: '不能转移不属于该地址的代币。', retry: false },
  TRANSFER_TO_NO_RECEIVER: {
    errno: 4548,
    en: 'ERC721: transfer to non ERC721Receiver implementer',
    zh: '接收合约未实现 ERC721 接收接口。',
    retry: false,
  },
  MINT_TO_ZERO: { errno: 4549, en: 'ERC721: mint to the zero address', zh: '不能铸造到零地址。', retry: false },
  BURN_NOT_OWN: { errno: 4550, en: 'ERC721: burn of token that is not own', zh: '不能销毁不属于自己的代币。', retry: false },
  SUBTRACTION_OVERFLOW: { errno: 4551, en: 'SafeMath: subtraction overflow', zh: '持有数量不足以扣减。', retry: false },
  ARITHMETIC_OVERFLOW: {
    errno: 4552,
    en: 'SafeMath addition or subtraction overflow',
    zh: '数值超出可计算范围。',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
