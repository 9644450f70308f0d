// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";
import {IExchange} from "./IExchange.sol";

/// @notice One signature for many orders: typed data over a tree of them, `BulkOrder(Order[2]…[2] tree)`, whose array
/// hashes are a binary Merkle tree. The bytes of one order are
/// `signature ‖ proof (32 bytes a level, lowest first) ‖ index (2) ‖ height (1) ‖ MAGIC (32)`.
library BulkSignatures {
    /// @dev keccak256("Plinth bulk signature"). This marks the kind, never a length.
    bytes32 internal constant MAGIC = 0xc7a9724e5073729b8d6853e24c2cf3b90be1d9661f281ceebd22f9cbd1b43287;
    /// @dev 1,024 orders.
    uint256 private constant HIGHEST = 10;
    /// @dev Index, height and MAGIC.
    uint256 private constant TAIL = 35;

    function isBulk(bytes calldata signature) internal pure returns (bool) {
        return signature.length >= TAIL && bytes32(signature[signature.length - 32:]) == MAGIC;
    }

    /// @param orderHash the struct hash of the order
    /// @return inner the signature of the root
    /// @return structHash hashStruct(BulkOrder) of the tree that the proof leads to
    function open(bytes calldata signature, bytes32 orderHash) internal pure returns (bytes calldata inner, bytes32 structHash) {
        uint256 tail = signature.length - TAIL;
        uint256 height = uint8(signature[tail + 2]);
        if (height == 0 || height > HIGHEST) revert IExchange.ExchangeBulkHeightInvalid(height);
        uint256 index = uint16(bytes2(signature[tail:tail + 2]));
        if (index >> height != 0) revert IExchange.ExchangeBulkIndexInvalid(index, height);
        if (tail < height * 32) revert IExchange.ExchangeBulkProofMissing(tail, height);
        uint256 start = tail - height * 32;
        bytes32 node = orderHash;
        for (uint256 level; level < height; ++level) {
            bytes32 sibling;
            // Within the signature, see above: a slice would be checked again.
            assembly ("memory-safe") {
                sibling := calldataload(add(add(signature.offset, start), shl(5, level)))
            }
            node = (index >> level) & 1 == 0
                ? Hashes.efficientKeccak256(node, sibling)
                : Hashes.efficientKeccak256(sibling, node);
        }
        return (signature[:start], Hashes.efficientKeccak256(typeHash(height), node));
    }

    /// @dev keccak256("BulkOrder(Order[2]…[2] tree)…"), written out: to join the text costs a leaf 1,500 gas. The tests do it.
    function typeHash(uint256 height) internal pure returns (bytes32) {
        if (height == 1) return 0x3934c1bab67f513f5ee39fee6ba85a6bed5d49f079ab30318f0558f61aa36dc1;
        if (height == 2) return 0xadce4bf2a6c542332faf2ece7bd330635b9c616acde7483d822d30fbf9309004;
        if (height == 3) return 0xb05827a10f79b4513bdfcc5497973ca307704ef6c29c5e11359d7969fa68b0fc;
        if (height == 4) return 0xfd7452eaeaeb64d78917c68585958c3f335c1a1ae1e2fff89035d8a861a9060a;
        if (height == 5) return 0xf8797cae0fa20aee8d58386c38d0ade414d33e910f47c78b8d4e58f5fced4fe9;
        if (height == 6) return 0xfa81925634130c33ca1b8f0c9821718982417483492cd956a8bff1b38672571a;
        if (height == 7) return 0xdaa400fdcd9044df06af91f5ce15e160ff2d1a83401107b8011e1b0ae4584bc9;
        if (height == 8) return 0x4015a4537488f59e7c502c09805cdafbf4afaaa0a324973258aa14d02a64e44f;
        if (height == 9) return 0x6d87bf02e74b224a5f4634c5c412265f878b267346f5b91dc9dd27171052e7e1;
        return 0xcd9ba1bf61c4c0dbece5015c8ffea25b3d135b56064a1c332b148b9946fd8969;
    }
}
