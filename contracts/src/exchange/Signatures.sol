// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Sig} from "./OrderTypes.sol";

/// @notice Who signed: the zero address for a high s, another v than 27 or 28, or a failed recovery.
library Signatures {
    bytes32 private constant ASCII_ZEROS = 0x3030303030303030303030303030303030303030303030303030303030303030;
    uint8 private constant PERSONAL_OFFSET = 4;
    uint256 private constant ONES = 0x0101010101010101010101010101010101010101010101010101010101010101;

    function isNone(Sig calldata sig) internal pure returns (bool) {
        return sig.v == 0 && sig.r == 0 && sig.s == 0;
    }

    function recover(bytes32 digest, Sig calldata sig) internal pure returns (address) {
        return recover(digest, sig.v, sig.r, sig.s);
    }

    function recover(bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (address signer) {
        (signer,,) = ECDSA.tryRecover(digest, v, r, s);
    }

    /// @notice Whether `account` signed `digest` as typed data or, where `isPersonalAllowed`, by personal_sign.
    /// @param v 27 or 28 for either form; 31 or 32, as Safe writes them, for personal_sign alone, which saves a recovery
    function isBy(address account, bytes32 digest, uint8 v, bytes32 r, bytes32 s, bool isPersonalAllowed)
        internal
        pure
        returns (bool)
    {
        address signer;
        if (!_isMarked(v)) signer = recover(digest, v, r, s);
        if (signer != account && isPersonalAllowed) return isPersonalBy(account, digest, v, r, s);
        return signer == account && signer != address(0);
    }

    /// @notice Whether `account` signed `digest` by personal_sign, whichever v it wrote.
    function isPersonalBy(address account, bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (bool) {
        address signer = recover(personalDigest(digest), _isMarked(v) ? v - PERSONAL_OFFSET : v, r, s);
        return signer == account && signer != address(0);
    }

    /// @notice The digest whose signature a wallet gives when it personal_signs the 64 characters of `digest` (EIP-191).
    function personalDigest(bytes32 digest) internal pure returns (bytes32) {
        (bytes32 high, bytes32 low) = toHex(digest);
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n64", high, low));
    }

    /// @notice The 64 lower-case hex characters of a word, as two words of text.
    function toHex(bytes32 word) internal pure returns (bytes32 high, bytes32 low) {
        high = _hexOf(uint256(word) >> 128);
        low = _hexOf(uint128(uint256(word)));
    }

    function _isMarked(uint8 v) private pure returns (bool) {
        return v > PERSONAL_OFFSET + 26;
    }

    /// @dev Spreads 32 nibbles over 32 bytes by halving, then adds '0', or 'a' - 10 where the nibble is above 9.
    function _hexOf(uint256 x) private pure returns (bytes32) {
        x = (x | (x << 64)) & 0x0000000000000000ffffffffffffffff0000000000000000ffffffffffffffff;
        x = (x | (x << 32)) & 0x00000000ffffffff00000000ffffffff00000000ffffffff00000000ffffffff;
        x = (x | (x << 16)) & 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff;
        x = (x | (x << 8)) & 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff;
        x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f;
        // Every byte is at most 15, so no sum or product carries into its neighbour.
        unchecked {
            uint256 letters = ((x + ONES * 6) >> 4) & ONES;
            return bytes32(x + uint256(ASCII_ZEROS) + letters * 39);
        }
    }
}
