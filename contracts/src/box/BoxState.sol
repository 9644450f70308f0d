// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Asset} from "../exchange/OrderTypes.sol";
import {Payouts} from "../fees/Payouts.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {Box, Request} from "./BoxTypes.sol";
import {IBlindBox} from "./IBlindBox.sol";

/// @notice What the boxes and their module share. Both begin their storage with it: `scripts/gen.ts` compares the layouts and
/// refuses to write artifacts where they differ.
abstract contract BoxState is EIP712, Payouts {
    ITransferProxy internal immutable _proxy;

    mapping(bytes32 box => Box) internal _boxes;
    mapping(bytes32 box => mapping(uint256 number => Request)) internal _requests;
    mapping(bytes32 box => mapping(uint256 word => uint256)) internal _stocks;
    mapping(bytes32 box => mapping(uint256 kind => Asset)) internal _prizes;
    mapping(bytes32 box => uint256) internal _missed;
    /// @dev Prizes, and tickets, that wait for an account.
    mapping(bytes32 box => mapping(address account => mapping(uint256 kind => uint256))) internal _kept;
    mapping(address token => mapping(address account => uint256)) internal _claimableTokens;
    /// @dev The platform's fees in coin; the rest of the balance is owed to others.
    uint256 internal _collected;
    /// @dev Which series an ERC721 item lies here for: one that left by itself (a name that expired) is no longer its series'.
    mapping(address token => mapping(uint256 tokenId => bytes32 box)) internal _places;

    constructor(address transferProxy_) EIP712("Plinth Blind Box", "1") {
        _proxy = ITransferProxy(transferProxy_);
    }

    function _known(bytes32 id) internal view returns (Box storage box) {
        box = _boxes[id];
        if (box.owner == address(0)) revert IBlindBox.BoxUnknown(id);
    }

    function _owned(bytes32 id) internal view returns (Box storage box) {
        box = _known(id);
        if (msg.sender != box.owner) revert IBlindBox.BoxCallerNotOwner(msg.sender, box.owner);
    }
}
