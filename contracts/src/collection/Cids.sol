// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice "/" + CIDv1 in base32 with a sha-256 digest ("/bafkrei…", "/bafybei…") as one word and its codec, and back.
/// A text has one reading and a reading has one text, so nothing is lost.
library Cids {
    uint256 private constant TEXT_LENGTH = 60;
    /// @dev CID version 1, then the codec, then sha2-256 with 32 bytes.
    uint256 private constant RAW = 0x01551220;
    uint256 private constant DAG_PB = 0x01701220;
    bytes32 private constant ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    /// @return digest zero when `text` is anything else
    /// @return isDag whether the codec is dag-pb rather than raw
    function parse(string calldata text) internal pure returns (bytes32 digest, bool isDag) {
        bytes calldata chars = bytes(text);
        if (chars.length != TEXT_LENGTH || chars[0] != "/" || chars[1] != "b") return (0, false);
        // 7 characters hold the 32 bits of the header and the first 3 of the digest; the 58th ends with 2 zero bits.
        (uint256 head, bool isHead) = _decode(chars[2:9]);
        (uint256 body, bool isBody) = _decode(chars[9:59]);
        (uint256 tail, bool isTail) = _decode(chars[59:60]);
        if (!isHead || !isBody || !isTail || tail & 3 != 0) return (0, false);
        isDag = head >> 3 == DAG_PB;
        if (!isDag && head >> 3 != RAW) return (0, false);
        digest = bytes32((head << 253) | (body << 3) | (tail >> 2));
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

    function _decode(bytes calldata chars) private pure returns (uint256 bits, bool ok) {
        uint256 length = chars.length;
        // No sum can overflow: the bits of at most 50 characters, and single bytes.
        unchecked {
            for (uint256 i; i < length; ++i) {
                uint256 char = uint8(chars[i]);
                uint256 value = char - 0x61;
                if (value > 25) {
                    value = char - 0x32;
                    if (value > 5) return (0, false);
                    value += 26;
                }
                bits = (bits << 5) | value;
            }
        }
        ok = true;
    }
}
