// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BaseCollection721} from "./BaseCollection721.sol";
import {OfficialCollection} from "./OfficialCollection.sol";

/// @notice The platform's own ERC721 collection, see OfficialCollection.
contract OfficialCollection721 is BaseCollection721, OfficialCollection {
    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) BaseCollection721(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {}
}
