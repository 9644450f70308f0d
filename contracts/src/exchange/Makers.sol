// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "./IExchange.sol";
import {Sig} from "./OrderTypes.sol";
import {Signatures} from "./Signatures.sol";

/// @notice Whether the maker of an order wants it.
abstract contract Makers {
    /// @dev By digest, which names the chain: a registration dies where the chain splits.
    mapping(bytes32 digest => bool) internal _registered;

    /// @dev Typed data; personal_sign only where a fee signer approved the order; without a signature a registration.
    function _checkMaker(address owner_, bytes32 digest, Sig calldata sig, bool feeSignerApproved) internal view {
        if (!Signatures.isNone(sig)) {
            if (Signatures.isBy(owner_, digest, sig.v, sig.r, sig.s, feeSignerApproved)) return;
            revert IExchange.ExchangeSignatureInvalid(owner_);
        }
        if (!_registered[digest]) revert IExchange.ExchangeSignatureInvalid(owner_);
    }
}
