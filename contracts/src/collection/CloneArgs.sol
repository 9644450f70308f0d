// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";

/// @notice What a user's collection is made with, as the bytes behind its EIP-1167 code: owner (20), signer (20), then
/// name, symbol and contract URI with a length byte each, then the token URI prefix.
library CloneArgs {
    using Bytes for bytes;

    uint256 private constant TEXTS = 40;

    function pack(
        address owner_,
        address signer_,
        string memory name_,
        string memory symbol_,
        string memory contractURI_,
        string memory tokenURIPrefix_
    ) internal pure returns (bytes memory) {
        return abi.encodePacked(
            owner_,
            signer_,
            uint8(bytes(name_).length),
            name_,
            uint8(bytes(symbol_).length),
            symbol_,
            uint8(bytes(contractURI_).length),
            contractURI_,
            tokenURIPrefix_
        );
    }

    function owner(bytes memory args) internal pure returns (address) {
        return address(bytes20(args));
    }

    function signer(bytes memory args) internal pure returns (address) {
        return address(bytes20(args.slice(20, TEXTS)));
    }

    function name(bytes memory args) internal pure returns (string memory) {
        return _text(args, TEXTS);
    }

    function symbol(bytes memory args) internal pure returns (string memory) {
        return _text(args, _next(args, TEXTS));
    }

    function contractURI(bytes memory args) internal pure returns (string memory) {
        return _text(args, _next(args, _next(args, TEXTS)));
    }

    function tokenURIPrefix(bytes memory args) internal pure returns (string memory) {
        return string(args.slice(_next(args, _next(args, _next(args, TEXTS)))));
    }

    function _text(bytes memory args, uint256 start) private pure returns (string memory) {
        return string(args.slice(start + 1, _next(args, start)));
    }

    function _next(bytes memory args, uint256 start) private pure returns (uint256) {
        return start + 1 + uint8(args[start]);
    }
}
