// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Fees} from "../fees/Fees.sol";
import {IFees} from "../fees/IFees.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {IExchange} from "./IExchange.sol";
import {Makers} from "./Makers.sol";
import {Asset, Fill, Order, OrderKey, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {Settlement} from "./Settlement.sol";
import {Signatures} from "./Signatures.sol";
import {Spending} from "./Spending.sol";

/// @notice See IExchange.
contract Exchange is IExchange, Fees, Settlement, Spending, Makers {
    using Orders for uint256;
    using Orders for Order;
    using AssetTypes for uint8;

    /// @dev The documented form of `exchange`. The others do what it can't, then go on as this one.
    bytes4 private constant EXCHANGE = 0x9cec6392;
    /// @dev What one fill of a sweep may use; a hostile item costs its buyer no more.
    uint256 private constant SWEEP_GAS = 600_000;
    /// @dev SWEEP_GAS after the 63/64 rule, plus what comes before and after it.
    uint256 private constant SWEEP_GAS_NEEDED = 650_000;

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_
    )
        EIP712("Plinth Exchange", "1")
        Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_)
        Settlement(transferProxy_)
    {}

    /// @inheritdoc IExchange
    function exchange(Order calldata order, Sig calldata sig, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable
    {
        uint256 state = _state;
        if (state == ENTERED) revert PayoutReentered();
        _state = ENTERED;
        bytes32 orderHash = order.hash();
        (address to, bool vouched) = _checkFees(orderHash, order.sellerFee, buyerFee_, buyerFeeSig);
        _checkMaker(order.key.owner, _hashTypedDataV4(orderHash), sig, vouched);
        _state = _fill(order, buyerFee_, amount, buyer == address(0) ? msg.sender : buyer, to, state);
    }

    /// @inheritdoc IExchange
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) external payable {
        _goOn(_documented(order, _judge(order, signature), buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchange
    function exchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable {
        _mintFor(order, voucher);
        _goOn(_documented(order, sig, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchange
    function sweep(Fill[] calldata fills, address buyer) external payable returns (bool[] memory done) {
        // Check
        if (_state != FREE) revert PayoutReentered();
        _state = PURSE + msg.value;
        done = new bool[](fills.length);
        bool isAny;
        // Interaction
        for (uint256 i; i < fills.length; ++i) {
            uint8 moneyType = fills[i].order.key.buyAsset.assetType;
            if (moneyType != AssetTypes.COIN) {
                revert ExchangeSidesUnsupported(fills[i].order.key.sellAsset.assetType, moneyType);
            }
            done[i] = _tryFill(fills[i], buyer);
            isAny = isAny || done[i];
        }
        if (!isAny) revert ExchangeNothingSwept();
        uint256 left = _state - PURSE;
        _state = ENTERED;
        if (left != 0) _send(msg.sender, left);
        _state = FREE;
    }

    /// @inheritdoc IExchange
    function hashOrder(Order calldata order) external pure returns (bytes32) {
        return order.hash();
    }

    /// @inheritdoc IExchange
    function digest(Order calldata order) external view returns (bytes32) {
        return _hashTypedDataV4(order.hash());
    }

    /// @inheritdoc IExchange
    function prepareMessage(Order calldata order) external view returns (string memory) {
        (bytes32 high, bytes32 low) = Signatures.toHex(_hashTypedDataV4(order.hash()));
        return string(abi.encodePacked(high, low));
    }

    /// @inheritdoc IFees
    function beneficiary() public view override(IFees, Fees, Settlement) returns (address) {
        return Fees.beneficiary();
    }

    /// @dev By delegation sender, value and storage stay the same.
    function _goOn(bytes memory data) private {
        if (!LowLevelCall.delegatecallNoReturn(address(this), data)) LowLevelCall.bubbleRevert();
    }

    /// @dev Fills as a whole or not at all, by a call of its own. Assembly: a high-level call copies what a hostile item says.
    function _tryFill(Fill calldata fill, address buyer) private returns (bool ok) {
        if (gasleft() < SWEEP_GAS_NEEDED) revert PayoutGasTooLow(gasleft());
        bytes memory data = _documented(fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, fill.amount, buyer);
        assembly ("memory-safe") {
            ok := delegatecall(SWEEP_GAS, address(), add(data, 0x20), mload(data), 0, 0)
        }
    }

    /// @return next the state that the fill leaves behind
    function _fill(Order calldata order, uint256 buyerFee_, uint256 amount, address receiver, address beneficiary_, uint256 state)
        private
        returns (uint256 next)
    {
        OrderKey calldata key = order.key;
        // Check
        _checkWindow(key.salt);
        if (msg.sender == key.owner) revert ExchangeSelfTrade(key.owner);
        bool isSale = key.sellAsset.assetType.isItem();
        uint256 items = amount;
        uint256 price = amount;
        if (isSale) {
            price = _itemsIn(amount, 1) * _unitPrice(key.sellAsset, key.buyAsset, order.selling, order.buying);
        } else {
            uint256 unit = _unitPrice(key.buyAsset, key.sellAsset, order.buying, order.selling);
            if (key.sellAsset.assetType == AssetTypes.COIN) revert ExchangeSidesUnsupported(AssetTypes.COIN, key.buyAsset.assetType);
            uint256 most = key.salt.maxBuyerFee();
            if (buyerFee_ > most) revert ExchangeBuyerFeeAboveMaximum(buyerFee_, most);
            items = _itemsIn(amount, unit);
        }
        // Effect
        _count(key.owner, key.salt.number(), isSale ? order.selling : order.buying, items);
        _logBuy(order, receiver, amount);
        // Interaction
        return isSale
            ? _settle(
                key.sellAsset,
                key.buyAsset,
                Trade(key.owner, receiver, msg.sender, key.owner, items, price, order.sellerFee, buyerFee_, beneficiary_),
                state
            )
            : _settle(
                key.buyAsset,
                key.sellAsset,
                Trade(msg.sender, key.owner, key.owner, receiver, items, price, order.sellerFee, buyerFee_, beneficiary_),
                state
            );
    }

    function _logBuy(Order calldata order, address receiver, uint256 amount) private {
        OrderKey calldata key = order.key;
        emit Buy(
            key.sellAsset.token,
            key.sellAsset.tokenId,
            order.selling,
            key.owner,
            key.buyAsset.token,
            key.buyAsset.tokenId,
            order.buying,
            receiver,
            amount,
            key.salt
        );
    }

    function _documented(
        Order calldata order,
        Sig memory sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) private pure returns (bytes memory) {
        return abi.encodeWithSelector(EXCHANGE, order, sig, buyerFee_, buyerFeeSig, amount, buyer);
    }

    function _checkWindow(uint256 salt) private view {
        uint256 from = salt.validFrom();
        if (block.timestamp < from) revert ExchangeOrderNotStarted(from);
        uint256 until = salt.validUntil();
        if (until != 0 && block.timestamp > until) revert ExchangeOrderExpired(until);
    }

    /// @dev Checks item against money and quantity against total.
    function _unitPrice(Asset calldata item, Asset calldata money, uint256 quantity, uint256 total) private pure returns (uint256) {
        if (item.assetType > AssetTypes.MINTED) revert ExchangeAssetTypeUnknown(item.assetType);
        if (!item.assetType.isItem() || money.assetType.isItem()) {
            if (money.assetType > AssetTypes.MINTED) revert ExchangeAssetTypeUnknown(money.assetType);
            revert ExchangeSidesUnsupported(item.assetType, money.assetType);
        }
        if (money.tokenId != 0 || (money.assetType == AssetTypes.COIN) != (money.token == address(0))) {
            revert ExchangeMoneyInvalid(money.token, money.tokenId, money.assetType);
        }
        if (quantity == 0 || (item.assetType.isSingle() && quantity != 1)) revert ExchangeQuantityInvalid(quantity);
        if (total == 0 || total % quantity != 0) revert ExchangePriceInvalid(total, quantity);
        return total / quantity;
    }

    function _itemsIn(uint256 amount, uint256 unit) private pure returns (uint256) {
        if (amount == 0 || amount % unit != 0) revert ExchangeAmountInvalid(amount, unit);
        return amount / unit;
    }
}
