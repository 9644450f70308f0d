// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ISettlementMint} from "../collection/ISettlementMint.sol";
import {IFees} from "../fees/IFees.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {ExchangeState} from "./ExchangeState.sol";
import {IExchange} from "./IExchange.sol";
import {IExchangeForms} from "./IExchangeForms.sol";
import {Asset, Fill, Order, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {OwedCoin} from "./OwedCoin.sol";
import {Signatures} from "./Signatures.sol";

/// @notice See IExchangeForms. Code that the exchange delegates to: sender, value, balance and storage are the exchange's.
/// The forms of `exchange` do what the documented form cannot, then go on as that form.
contract ExchangeModule is IExchangeForms, ExchangeState {
    using AssetTypes for uint8;
    using Orders for Order;

    /// @dev The documented form of `exchange`.
    bytes4 private constant EXCHANGE = 0x9cec6392;
    /// @dev Gas that one fill of a sweep may use. A hostile line costs its buyer that, and a payout's gas for each payee it adds.
    uint256 private constant SWEEP_GAS = 600_000;
    /// @dev SWEEP_GAS after the 63/64 rule, plus what comes before and after the fill.
    uint256 private constant SWEEP_GAS_NEEDED = 650_000;
    /// @dev Payees that one fill adds at most: the seller and the recipients of the royalty.
    uint256 private constant PAYEES_OF_A_FILL = 6;
    /// @dev What follows the payouts of a sweep.
    uint256 private constant SWEEP_END_GAS = 100_000;
    /// @dev Where the fifth argument of `mintAtSettlement`, the voucher, lies behind the five words.
    uint256 private constant VOUCHER_OFFSET = 0xa0;

    address private immutable _self = address(this);

    /// @dev Outside the exchange the module has no orders, coin or approvals of its own to act on.
    modifier onlyDelegated() {
        if (address(this) == _self) revert IExchange.ExchangeModuleCalledDirectly();
        _;
    }

    /// @inheritdoc IExchangeForms
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) external payable onlyDelegated {
        Sig memory sig = _verifySignature(order, signature);
        _delegateToExchange(_encodeExchange(order, sig, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchangeForms
    function exchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable onlyDelegated {
        // The buyer's coin lies here while the collection runs: no payout, credit or fill in between.
        _enter();
        _mintFor(order, amount, buyer == address(0) ? msg.sender : buyer, voucher);
        _state = FREE;
        _delegateToExchange(_encodeExchange(order, sig, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchangeForms
    function acceptBid(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external onlyDelegated {
        _acceptBid(order, sig, buyerFee_, buyerFeeSig, amount, receiver, leastProceeds);
    }

    /// @inheritdoc IExchangeForms
    function acceptBid(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external onlyDelegated {
        _acceptBid(order, _verifySignature(order, signature), buyerFee_, buyerFeeSig, amount, receiver, leastProceeds);
    }

    /// @inheritdoc IExchangeForms
    function sweep(Fill[] calldata fills, address buyer, uint256 leastFills)
        external
        payable
        onlyDelegated
        returns (bool[] memory done)
    {
        // Check
        if (_state != FREE) revert IPayouts.PayoutReentered();
        _state = SWEEPING + msg.value;
        done = new bool[](fills.length);
        uint256 count;
        // Interaction
        for (uint256 i; i < fills.length; ++i) {
            uint8 moneyType = fills[i].order.key.buyAsset.assetType;
            if (moneyType != AssetTypes.COIN) {
                revert IExchange.ExchangeSidesUnsupported(fills[i].order.key.sellAsset.assetType, moneyType);
            }
            if (!_hasGasForAnother()) {
                if (count == 0 || count < leastFills) revert IPayouts.PayoutGasTooLow(gasleft());
                break;
            }
            done[i] = _tryFill(fills[i], buyer);
            if (done[i]) ++count;
        }
        if (count == 0) revert IExchange.ExchangeNothingSwept();
        if (count < leastFills) revert IExchange.ExchangeSweptTooFew(count, leastFills);
        uint256 left = _state - SWEEPING;
        _state = ENTERED;
        _payOwed();
        if (left != 0) _send(msg.sender, left);
        _state = FREE;
    }

    /// @inheritdoc IExchangeForms
    function register(Order calldata order) external onlyDelegated {
        // Check
        if (msg.sender != order.key.owner) revert IExchange.ExchangeCallerNotOwner(msg.sender, order.key.owner);
        // Effect
        bytes32 orderHash = order.hash();
        _registered[_hashTypedDataV4(orderHash)] = true;
        emit IExchange.Registered(msg.sender, orderHash, order);
    }

    /// @inheritdoc IExchangeForms
    function cancelMany(uint256[] calldata words, uint256[] calldata masks) external onlyDelegated {
        // Check
        if (words.length != masks.length) revert IExchange.ExchangeLengthsDiffer(words.length, masks.length);
        // Effect
        for (uint256 i; i < words.length; ++i) {
            if (words[i] > type(uint64).max >> 8) revert IExchange.ExchangeWordUnknown(words[i]);
            uint256 bits = _spent[msg.sender][words[i]];
            uint256 added = masks[i] & ~bits;
            if (added == 0) continue;
            _spent[msg.sender][words[i]] = bits | added;
            emit IExchange.CancelMany(msg.sender, words[i], added);
        }
    }

    /// @inheritdoc IExchangeForms
    function withdrawTokens(address token) external onlyDelegated guarded {
        TokenFees.withdraw(token, IFees(address(this)).beneficiary());
    }

    /// @inheritdoc IExchangeForms
    function isRegistered(Order calldata order) external view onlyDelegated returns (bool) {
        return _registered[_hashTypedDataV4(order.hash())];
    }

    /// @dev In a sale the caller would pay, and the least would be the maker's.
    function _acceptBid(
        Order calldata order,
        Sig memory sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) private {
        uint8 sellType = order.key.sellAsset.assetType;
        if (sellType.isItem()) revert IExchange.ExchangeBidExpected(sellType);
        _leastProceeds = leastProceeds;
        _delegateToExchange(_encodeExchange(order, sig, buyerFee_, buyerFeeSig, amount, receiver));
        _leastProceeds = 0;
    }

    /// @dev A delegated call keeps sender, value and storage.
    function _delegateToExchange(bytes memory data) private {
        if (!LowLevelCall.delegatecallNoReturn(address(this), data)) LowLevelCall.bubbleRevert();
    }

    /// @dev A call of its own, so that it fills as a whole or not at all. Assembly: a high-level call copies what a hostile
    /// item returns.
    function _tryFill(Fill calldata fill, address buyer) private returns (bool ok) {
        bytes memory data = abi.encodeWithSelector(
            EXCHANGE, fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer
        );
        assembly ("memory-safe") {
            ok := delegatecall(SWEEP_GAS, address(), add(data, 0x20), mload(data), 0, 0)
        }
    }

    /// @dev Each payee is paid once, with the gas of a single payout.
    function _payOwed() private {
        uint256 count = OwedCoin.count();
        OwedCoin.close();
        for (uint256 i; i < count; ++i) {
            (address payee, uint256 amount) = OwedCoin.take(i);
            _payCoin(payee, amount);
        }
    }

    /// @dev Makes the item of a sale of type 5 for its owner; its collection hands an ERC721, and the first part of an
    /// ERC1155, on to the buyer.
    function _mintFor(Order calldata order, uint256 amount, address to, bytes calldata voucher) private {
        Asset calldata item = order.key.sellAsset;
        if (item.assetType != AssetTypes.MINTED) revert IExchange.ExchangeVoucherUnused(item.assetType);
        bytes4 selector = ISettlementMint.mintAtSettlement.selector;
        bytes memory head = abi.encodeWithSelector(selector, item.tokenId, order.key.owner, to, amount, VOUCHER_OFFSET);
        (bool ok, bytes32 answer, bytes32 second) = LowLevelCall.callReturn64Bytes(item.token, bytes.concat(head, voucher));
        if (!ok) LowLevelCall.bubbleRevert();
        uint256 mintedAs = LowLevelCall.returnDataSize() < 64 ? 0 : uint256(answer);
        bool isDelivered = second == bytes32(uint256(1));
        bool isRight = mintedAs == AssetTypes.ERC721 ? order.selling == 1 && isDelivered : mintedAs == AssetTypes.ERC1155;
        if (!isRight) revert IExchange.ExchangeMintedOtherwise(item.token, mintedAs, order.selling);
        _minted = isDelivered ? DELIVERED : AssetTypes.ERC1155;
    }

    /// @dev The bytes as a key's signature; none where the owner's ERC-1271 contract accepted them.
    function _verifySignature(Order calldata order, bytes calldata signature) private returns (Sig memory sig) {
        address owner_ = order.key.owner;
        bytes32 digest = _hashTypedDataV4(order.hash());
        if (signature.length == 65) {
            sig = Sig(uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
            if (owner_.code.length == 0 || Signatures.recover(digest, sig.v, sig.r, sig.s) == owner_) return sig;
        }
        if (!_isValidErc1271Signature(owner_, digest, signature)) revert IExchange.ExchangeSignatureInvalid(owner_);
        _approved = digest;
        return Sig(0, 0, 0);
    }

    /// @dev Reads the first word of the answer only.
    function _isValidErc1271Signature(address owner_, bytes32 digest, bytes calldata signature) private view returns (bool) {
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        (bool ok, bytes32 answer,) = LowLevelCall.staticcallReturn64Bytes(owner_, data);
        return ok && LowLevelCall.returnDataSize() >= 32 && answer == bytes32(IERC1271.isValidSignature.selector);
    }

    /// @dev Whether one more fill, and the payouts of all payees there may be then, fit into the gas that is left.
    function _hasGasForAnother() private view returns (bool) {
        return gasleft() >= SWEEP_GAS_NEEDED + SWEEP_END_GAS + (OwedCoin.count() + PAYEES_OF_A_FILL) * PAYOUT_GAS_NEEDED;
    }

    function _encodeExchange(
        Order calldata order,
        Sig memory sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) private pure returns (bytes memory) {
        return abi.encodeWithSelector(EXCHANGE, order, sig, buyerFee_, buyerFeeSig, amount, buyer);
    }
}
