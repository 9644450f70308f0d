import type { ErrorRow } from './errors.ts'

/** What the documented contracts refused in these words, 454x and 455x of the registry. */
export const DOCUMENTED_ERRORS = {
  SIGNER_EXISTS: { errno: 4540, en: 'Roles: account already has role', zh: '该账户已拥有此角色。', retry: false },
  SIGNER_MISSING: { errno: 4541, en: 'account does not have role', zh: '该账户没有此角色。', retry: false },
  SIGNER_ZERO: { errno: 4542, en: 'account is the zero address', zh: '账户不能是零地址。', retry: false },
  APPROVED_QUERY_MISSING: {
    errno: 4543,
    en: 'ERC721: approved query for nonexistent token',
    zh: '查询授权的代币不存在。',
    retry: false,
  },
  OWNER_QUERY_MISSING: { errno: 4544, en: 'ERC721: owner query for nonexistent token', zh: '查询所有者的代币不存在。', retry: false },
  TRANSFER_NOT_APPROVED: {
    errno: 4545,
    en: 'ERC721: transfer caller is not owner nor approved',
    zh: '转移者不是所有者，也未获得授权。',
    retry: false,
  },
  TRANSFER_TO_ZERO: { errno: 4546, en: 'ERC721: transfer to the zero address', zh: '不能转移到零地址。', retry: false },
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
