// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BaseCollection1155} from "./BaseCollection1155.sol";
import {OfficialCollection} from "./OfficialCollection.sol";

/// @notice The platform's own ERC1155 collection, see OfficialCollection.
contract OfficialCollection1155 is BaseCollection1155, OfficialCollection {
    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) BaseCollection1155(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {}
}
