// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IExchange} from "./IExchange.sol";
import {Order, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {Signatures} from "./Signatures.sol";

/// @notice See IExchange. Whether the maker of an order wants it.
abstract contract Makers is IExchange, EIP712 {
    using Orders for Order;

    /// @dev The order that its owner's contract has just said yes to.
    bytes32 private transient _approved;

    /// @dev By digest, which names the chain: a registration dies where the chain splits.
    mapping(bytes32 digest => bool) private _registered;

    /// @inheritdoc IExchange
    function register(Order calldata order) external {
        // Check
        if (msg.sender != order.key.owner) revert ExchangeCallerNotOwner(msg.sender, order.key.owner);
        // Effect
        bytes32 orderHash = order.hash();
        _registered[_hashTypedDataV4(orderHash)] = true;
        emit Registered(msg.sender, orderHash, order);
    }

    /// @inheritdoc IExchange
    function isRegistered(Order calldata order) external view returns (bool) {
        return _registered[_hashTypedDataV4(order.hash())];
    }

    /// @dev Typed data; the blind documented form where the operator vouched for the order; none where the owner, by other
    /// means, stands by it.
    function _checkMaker(address owner_, bytes32 digest_, Sig calldata sig, bool vouched) internal view {
        address signer = Signatures.recover(digest_, sig);
        if (signer != owner_ && vouched) signer = Signatures.recover(Signatures.personalDigest(digest_), sig);
        if (signer == owner_ && signer != address(0)) return;
        if (!Signatures.isNone(sig) || !_isKnown(digest_)) revert ExchangeSignatureInvalid(owner_);
    }

    /// @dev What the bytes are worth as a key's signature; none where they are the owner's contract's, which said yes.
    function _judge(Order calldata order, bytes calldata signature) internal returns (Sig memory sig) {
        address owner_ = order.key.owner;
        bytes32 digest_ = _hashTypedDataV4(order.hash());
        if (signature.length == 65) {
            sig = Sig(uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
            if (owner_.code.length == 0 || Signatures.recover(digest_, sig.v, sig.r, sig.s) == owner_) return sig;
        }
        if (!_isApprovedBy(owner_, digest_, signature)) revert ExchangeSignatureInvalid(owner_);
        _approved = digest_;
        return Sig(0, 0, 0);
    }

    function _isKnown(bytes32 digest_) private view returns (bool) {
        return _approved == digest_ || _registered[digest_];
    }

    /// @dev ERC-1271; what else is returned is not read.
    function _isApprovedBy(address owner_, bytes32 digest_, bytes calldata signature) private view returns (bool) {
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (digest_, signature));
        (bool ok, bytes32 answer,) = LowLevelCall.staticcallReturn64Bytes(owner_, data);
        return ok && LowLevelCall.returnDataSize() >= 32 && answer == bytes32(IERC1271.isValidSignature.selector);
    }
}
