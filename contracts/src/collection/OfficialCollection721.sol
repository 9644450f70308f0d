// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BaseCollection721} from "./BaseCollection721.sol";

/// @notice The platform's own collection, one per chain: anybody with a voucher mints to himself.
contract OfficialCollection721 is BaseCollection721 {
    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) BaseCollection721(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {}

    /// @dev The voucher says it all.
    function _checkMinter(address) internal view override {}
}
