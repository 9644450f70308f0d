import { createRequire } from 'node:module'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'

/** External contracts: they share no line with the market's, or with the library of the market's contracts. */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Museum {
  string public name = "Museum of Elsewhere";
  string public symbol = "ELSE";
  mapping(uint256 => address) public ownerOf;
  mapping(address => uint256) public balanceOf;
  mapping(uint256 => address) public getApproved;
  mapping(address => mapping(address => bool)) public isApprovedForAll;
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
  function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f; }
  mapping(uint256 => string) public tokenURI;
  event MetadataUpdate(uint256 _tokenId);
  function retell(uint256 id, string calldata text) external { tokenURI[id] = text; emit MetadataUpdate(id); }
  function mint(address to, uint256 id) external { ownerOf[id] = to; balanceOf[to]++; emit Transfer(address(0), to, id); }
  function setApprovalForAll(address who, bool ok) external { isApprovedForAll[msg.sender][who] = ok; emit ApprovalForAll(msg.sender, who, ok); }
  function transferFrom(address from, address to, uint256 id) public virtual {
    require(ownerOf[id] == from && (msg.sender == from || isApprovedForAll[from][msg.sender]));
    ownerOf[id] = to; balanceOf[from]--; balanceOf[to]++; emit Transfer(from, to, id);
  }
  function safeTransferFrom(address from, address to, uint256 id) external { transferFrom(from, to, id); }
  function safeTransferFrom(address from, address to, uint256 id, bytes calldata) external { transferFrom(from, to, id); }
}

// Lets nothing through while it is shut, and otherwise only to one account, if one is named.
contract Turnstile is Museum {
  bool public isShut;
  address public only;
  function shut(bool shut_) external { isShut = shut_; }
  function admit(address who) external { only = who; }
  function transferFrom(address from, address to, uint256 id) public override {
    require(!isShut && (tx.gasprice > 0 || msg.sender == from) && (only == address(0) || to == only), "shut");
    super.transferFrom(from, to, id);
  }
}

// Asks for a royalty that changes when its owner likes.
contract Levy is Museum {
  address public collector;
  uint256 public rate;
  function tax(address to, uint256 bps) external { (collector, rate) = (to, bps); }
  function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) { return (collector, price * rate / 10000); }
}

// No token at all.
contract Rock {
  uint256 public weight = 7;
}

// A plain pay token.
contract Guilder {
  string public name = "Guilder";
  string public symbol = "GLD";
  uint8 public decimals = 2;
  mapping(address => uint256) internal held;
  mapping(address => mapping(address => uint256)) public allowance;
  event Transfer(address indexed from, address indexed to, uint256 amount);
  function balanceOf(address who) public view virtual returns (uint256) { return held[who]; }
  function mint(address to, uint256 n) external virtual { held[to] += n; emit Transfer(address(0), to, n); }
  function approve(address by, uint256 n) external returns (bool) { allowance[msg.sender][by] = n; return true; }
  function transferFrom(address from, address to, uint256 n) external virtual returns (bool) {
    allowance[from][msg.sender] -= n;
    move(from, to, n, n);
    return true;
  }
  function move(address from, address to, uint256 leaves, uint256 arrives) internal {
    held[from] -= leaves; held[to] += arrives; emit Transfer(from, to, arrives);
  }
}

// Shares behind a balance, as stETH and aTokens have them.
contract Staked is Guilder {
  uint256 constant POOLED = 1_234_567_890_123_456_789;
  uint256 constant SHARES = 1_111_111_111_111_111_111;
  function balanceOf(address who) public view override returns (uint256) { return held[who] * POOLED / SHARES; }
  function mint(address to, uint256 n) external override { held[to] += n * SHARES / POOLED; emit Transfer(address(0), to, n); }
  function transferFrom(address from, address to, uint256 n) external override returns (bool) {
    uint256 shares = n * SHARES / POOLED;
    move(from, to, shares, shares);
    return true;
  }
}

// Keeps a hundredth of each transfer.
contract Toll is Guilder {
  function transferFrom(address from, address to, uint256 n) external override returns (bool) { move(from, to, n, n - n / 100); return true; }
}

// Takes a hundredth more from its payer than arrives.
contract Surcharge is Guilder {
  function transferFrom(address from, address to, uint256 n) external override returns (bool) { move(from, to, n + n / 100, n); return true; }
}

// Says no to a locked account, and moves nothing.
contract Frozen is Guilder {
  mapping(address => bool) public isLocked;
  function lock(address who) external { isLocked[who] = true; }
  function transferFrom(address from, address to, uint256 n) external override returns (bool) {
    if (isLocked[from]) return false;
    move(from, to, n, n);
    return true;
  }
}

// Moves, and answers nothing, as USDT does.
contract Mute is Guilder {
  function transferFrom(address from, address to, uint256 n) external override returns (bool) { move(from, to, n, n); assembly { return(0, 0) } }
}

// The coin itself as an ERC20, as Celo has it.
contract CoinFace is Guilder {
  function balanceOf(address who) public view override returns (uint256) { return who.balance; }
}

contract Prints {
  mapping(address => mapping(uint256 => uint256)) public balances;
  mapping(address => mapping(address => bool)) public isApprovedForAll;
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
  function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0xd9b67a26; }
  mapping(uint256 => string) public uri;
  event URI(string value, uint256 indexed id);
  function retell(uint256 id, string calldata text) external { uri[id] = text; emit URI(text, id); }
  function balanceOf(address who, uint256 id) external view returns (uint256) { return balances[who][id]; }
  function mint(address to, uint256 id, uint256 n) external { balances[to][id] += n; emit TransferSingle(msg.sender, address(0), to, id, n); }
  function setApprovalForAll(address who, bool ok) external { isApprovedForAll[msg.sender][who] = ok; emit ApprovalForAll(msg.sender, who, ok); }
  function safeTransferFrom(address from, address to, uint256 id, uint256 n, bytes calldata) external {
    require(msg.sender == from || isApprovedForAll[from][msg.sender]);
    balances[from][id] -= n; balances[to][id] += n; emit TransferSingle(msg.sender, from, to, id, n);
  }
}

// Logs what the caller passes.
contract Babbler is Prints {
  function say(bytes32[4] calldata t, bytes memory data) external {
    bytes32 a = t[0]; bytes32 b = t[1]; bytes32 c = t[2]; bytes32 d = t[3];
    assembly { log4(add(data, 32), mload(data), a, b, c, d) }
  }
}

// Once it is tuned: says nothing at all, for ever, or at length.
abstract contract Loud {
  string public symbol = "LOUD";
  uint256 internal loudness;
  function tune(uint256 length) external { loudness = length; }
  function name() external view returns (string memory) { return shout(loudness); }
  function shout(uint256 length) internal pure returns (string memory text) {
    text = new string(length);
    assembly { for { let at := 0 } lt(at, length) { at := add(at, 32) } {
      mstore(add(add(text, 32), at), 0x6161616161616161616161616161616161616161616161616161616161616161)
    } }
  }
  function told(uint256 id) internal view returns (string memory) {
    if (loudness == 0 || id % 5 == 4) return 'data:application/json,{"name":"Drop"}';
    if (id % 5 == 0) revert("nothing");
    if (id % 5 == 1) while (true) {}
    if (id % 5 == 2) return shout(1 << 20);
    return string.concat('data:application/json,{"name":"', shout(1 << 19), '"}');
  }
}

// Moves thousands at once. Who holds an item follows from how often its batch moved.
contract Flood is Loud {
  mapping(uint256 => uint256) public rounds;
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f; }
  function holder(uint256 id, uint256 round) public pure returns (address) {
    return round == 0 ? address(0) : address(uint160(0x100000 + uint256(keccak256(abi.encode(id, round))) % 500));
  }
  function pour(uint256 batch, uint256 size) external {
    uint256 round = rounds[batch]++;
    for (uint256 id = batch * size + 1; id <= (batch + 1) * size; id++) emit Transfer(holder(id, round), holder(id, round + 1), id);
  }
  function tokenURI(uint256 id) external view returns (string memory) { return told(id); }
}

// The same of an ERC1155, all in one log.
contract Torrent is Loud {
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
  function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0xd9b67a26; }
  function pour(address from, address to, uint256 size) external {
    uint256[] memory ids = new uint256[](size);
    uint256[] memory values = new uint256[](size);
    for (uint256 i = 0; i < size; i++) (ids[i], values[i]) = (i + 1, 2);
    emit TransferBatch(msg.sender, from, to, ids, values);
  }
  function uri(uint256 id) external view returns (string memory) { return told(id); }
}

// Makes several calls in one transaction, or none.
contract Errands {
  function run(address to, bytes[] calldata calls) external {
    for (uint256 i = 0; i < calls.length; i++) {
      (bool ok, ) = to.call(calls[i]);
      require(ok);
    }
  }
}`

export type ForeignMoney = 'Guilder' | 'Staked' | 'Toll' | 'Surcharge' | 'Frozen' | 'Mute' | 'CoinFace'
export type Foreign = 'Museum' | 'Turnstile' | 'Levy' | 'Prints' | 'Babbler' | 'Rock' | 'Errands' | 'Flood' | 'Torrent' | ForeignMoney
type Solc = { compile(input: string): string }
type Compiled = Record<string, { evm: { bytecode: { object: string } } }>

let compiled: Compiled | undefined

/**
 * Creation code of an ERC721, ERC1155s, pay tokens of two decimals, of which some are not for a market, and contracts that are
 * no token, as third parties might deploy them.
 */
export function foreignCode(name: Foreign): Hex {
  const solc: Solc = createRequire(import.meta.url)('solc')
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const input = { language: 'Solidity', sources: { 'Foreign.sol': { content: SOURCE } }, settings }
  compiled ??= (JSON.parse(solc.compile(JSON.stringify(input))) as { contracts: { 'Foreign.sol': Compiled } }).contracts['Foreign.sol']
  return `0x${compiled[name]?.evm.bytecode.object}`
}

const MINTS = parseAbi(['function mint(address to, uint256 id)', 'function mint(address to, uint256 id, uint256 n)'])
/**
 * Other functions open to any caller: change an item's text with an event, log four topics and data from the babbler,
 * run a list of calls, shut the turnstile, admit one account to it, set the length of a loud name, move a batch of many.
 */
export const FOREIGN_ABI = parseAbi([
  'function retell(uint256 id, string text)',
  'function say(bytes32[4] topics, bytes data)',
  'function run(address to, bytes[] calls)',
  'function shut(bool shut)',
  'function admit(address who)',
  'function tax(address to, uint256 bps)',
  'function tune(uint256 length)',
  'function pour(uint256 batch, uint256 size)',
  'function pour(address from, address to, uint256 size)',
])

/** Open to any caller: mints one of the museum, `quantity` of the prints; of a pay token, `id` units. */
export function foreignMint(to: Hex, id: bigint, quantity?: bigint): Hex {
  return quantity === undefined
    ? encodeFunctionData({ abi: MINTS, functionName: 'mint', args: [to, id] })
    : encodeFunctionData({ abi: MINTS, functionName: 'mint', args: [to, id, quantity] })
}
