// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {IExchange} from "./IExchange.sol";

/// @notice Which items a criteria bid takes. Its set is a Merkle root over token ids, built like OpenZeppelin's
/// StandardMerkleTree of `[uint256]`: leaves are hashed twice, so that no node is a leaf; a pair is hashed in its order.
library Criteria {
    /// @dev 65,536 ids.
    uint256 private constant LONGEST_PROOF = 16;

    /// @param root zero takes every id, with an empty proof
    function check(bytes32 root, uint256 tokenId, bytes32[] calldata proof) internal pure {
        if (proof.length > LONGEST_PROOF) revert IExchange.ExchangeProofTooLong(proof.length, LONGEST_PROOF);
        if (root == 0 ? proof.length != 0 : MerkleProof.processProofCalldata(proof, leafOf(tokenId)) != root) {
            revert IExchange.ExchangeIdOutsideCriteria(tokenId, root);
        }
    }

    function leafOf(uint256 tokenId) internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(abi.encode(tokenId))));
    }
}
