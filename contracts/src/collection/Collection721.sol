// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BaseCollection721} from "./BaseCollection721.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {UserCollection} from "./UserCollection.sol";

/// @notice A user's ERC721 collection, see UserCollection.
contract Collection721 is BaseCollection721, UserCollection {
    using CloneArgs for bytes;

    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_
    ) BaseCollection721(name_, symbol_, signer, contractURI_, tokenURIPrefix_, msg.sender) {}

    function name() public view override returns (string memory) {
        bytes memory args = _args();
        return args.length == 0 ? super.name() : args.name();
    }

    function symbol() public view override returns (string memory) {
        bytes memory args = _args();
        return args.length == 0 ? super.symbol() : args.symbol();
    }
}
