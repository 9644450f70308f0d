// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "./IExchange.sol";
import {Sig} from "./OrderTypes.sol";
import {Signatures} from "./Signatures.sol";

/// @notice Whether the maker of an order wants it.
abstract contract Makers {
    /// @dev The digest that the maker's ERC-1271 contract has just accepted; the fill that follows takes it.
    bytes32 internal transient _approved;

    /// @dev By digest, which names the chain: a registration dies where the chain splits.
    mapping(bytes32 digest => bool) internal _registered;

    /// @dev Typed data; personal_sign only where a fee signer approved the order; without a signature a registration,
    /// or the ERC-1271 approval of this very fill.
    function _checkMaker(address owner_, bytes32 digest, Sig calldata sig, bool feeSignerApproved) internal {
        if (!Signatures.isNone(sig)) {
            if (Signatures.isBy(owner_, digest, sig.v, sig.r, sig.s, feeSignerApproved)) return;
            revert IExchange.ExchangeSignatureInvalid(owner_);
        }
        if (_approved == digest) {
            _approved = 0;
            return;
        }
        if (!_registered[digest]) revert IExchange.ExchangeSignatureInvalid(owner_);
    }
}
