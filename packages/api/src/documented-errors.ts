import type { ErrorRow } from './error-row.ts'

/** Refusals of the documented contracts, with the exact texts of document B §8; 453x to 455x of the registry. */
export const DOCUMENTED_ERRORS = {
  MINT_UNSIGNED: { errno: 4530, en: 'owner should sign tokenId', zh: '该编号未经授权签名者签名。', retry: false },
  FEE_RECIPIENT_MISSING: { errno: 4531, en: 'Recipient  be present', zh: '版税接收方不能为空。', retry: false },
  FEE_VALUE_ZERO: { errno: 4532, en: 'Fee value  be positive', zh: '版税必须大于零。', retry: false },
  APPROVE_TO_CALLER: { errno: 4533, en: 'ERC721: approve to caller', zh: '不能授权给自己。', retry: false },
  APPROVE_TO_OWNER: { errno: 4534, en: 'ERC721: approval to current owner', zh: '不能授权给当前所有者。', retry: false },
  APPROVE_NOT_OWNER: {
    errno: 4535,
    en: 'ERC721: approve caller is not owner nor approved for all',
    zh: '调用者不是所有者，也未获得全部授权。',
    retry: false,
  },
  BALANCE_OF_ZERO: { errno: 4536, en: 'ERC721: balance query for the zero address', zh: '不能查询零地址的余额。', retry: false },
  CONTRACT_NOT_OWNER: { errno: 4537, en: 'Ownable: caller is not the owner', zh: '调用者不是合约所有者。', retry: false },
  CONTRACT_OWNER_ZERO: { errno: 4538, en: 'Ownable: new owner is the zero address', zh: '新所有者不能是零地址。', retry: false },
  ORDER_NOT_OWNER: { errno: 4539, en: 'caller is not the owner', zh: '调用者不是所有者。', retry: false },
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
