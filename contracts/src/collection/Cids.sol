// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice "/" + CIDv1 in base32 with a sha-256 digest ("/bafkrei…", "/bafybei…") as one word and its codec, and back.
/// A text has one reading and a reading has one text, so nothing is lost.
library Cids {
    uint256 private constant TEXT_LENGTH = 60;
    /// @dev CID version 1, then the codec, then sha2-256 with 32 bytes.
    uint256 private constant RAW = 0x01551220;
    uint256 private constant DAG_PB = 0x01701220;
    /// @dev Each byte is 1.
    uint256 private constant BYTES = type(uint256).max / 0xff;
    bytes32 private constant ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    /// @return digest zero when `text` is anything else
    /// @return isDag whether the codec is dag-pb rather than raw
    function parse(string calldata text) internal pure returns (bytes32 digest, bool isDag) {
        bytes calldata chars = bytes(text);
        if (chars.length != TEXT_LENGTH || chars[0] != "/" || chars[1] != "b") return (0, false);
        // 58 characters of 5 bits: 32 of the header, 256 of the digest and 2 that are zero. The two words of 32 characters
        // share six of them.
        (uint256 first, bool isFirst) = _decode(uint256(bytes32(chars[2:34])));
        (uint256 last, bool isLast) = _decode(uint256(bytes32(chars[28:60])));
        if (!isFirst || !isLast || last & 3 != 0) return (0, false);
        isDag = first >> 128 == DAG_PB;
        if (!isDag && first >> 128 != RAW) return (0, false);
        digest = bytes32((first << 128) | ((last >> 2) & type(uint128).max));
    }

    function format(bytes32 digest, bool isDag) internal pure returns (string memory) {
        bytes memory chars = new bytes(TEXT_LENGTH);
        chars[0] = "/";
        chars[1] = "b";
        uint256 word = uint256(digest);
        uint256 head = ((isDag ? DAG_PB : RAW) << 3) | (word >> 253);
        for (uint256 i; i < 7; ++i) {
            chars[2 + i] = ALPHABET[(head >> (30 - 5 * i)) & 31];
        }
        for (uint256 i; i < 50; ++i) {
            chars[9 + i] = ALPHABET[(word >> (248 - 5 * i)) & 31];
        }
        chars[59] = ALPHABET[(word << 2) & 31];
        return string(chars);
    }

    /// @dev All 32 characters at once, each in its byte, where no sum leaves a byte below 0x80.
    /// @return bits 160 of them, 5 of each character
    function _decode(uint256 chars) private pure returns (uint256 bits, bool ok) {
        // Each comparison adds what lifts the byte to 0x80.
        unchecked {
            uint256 isLetter = (((chars + BYTES * (0x80 - 0x61)) ^ (chars + BYTES * (0x80 - 0x7b))) >> 7) & BYTES;
            uint256 isDigit = (((chars + BYTES * (0x80 - 0x32)) ^ (chars + BYTES * (0x80 - 0x38))) >> 7) & BYTES;
            ok = chars & (BYTES * 0x80) == 0 && isLetter | isDigit == BYTES;
            // "a" is 0 and "2" is 26.
            bits = chars - BYTES * 0x18 - isLetter * (0x61 - 0x18);
            // Neighbours join: 5 bits and 5, 10 and 10, up to 80 and 80.
            for (uint256 width = 8; width < 256; width <<= 1) {
                uint256 low = type(uint256).max / ((1 << width) + 1);
                bits = (bits & low) | ((bits & ~low) >> (width * 3 / 8));
            }
        }
    }
}
