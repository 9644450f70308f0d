// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Claims} from "../fees/Claims.sol";
import {Fees} from "../fees/Fees.sol";
import {IFees} from "../fees/IFees.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {ExchangeModule} from "./ExchangeModule.sol";
import {ExchangeState} from "./ExchangeState.sol";
import {IExchange} from "./IExchange.sol";
import {Asset, Order, OrderKey, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {Settlement} from "./Settlement.sol";
import {Signatures} from "./Signatures.sol";

/// @notice See IExchange. Its fallback runs the rare forms, see IExchangeForms, in the module that its constructor made.
contract Exchange is IExchange, ExchangeState, Settlement, Claims, Fees {
    using Orders for uint256;
    using Orders for Order;
    using AssetTypes for uint8;

    /// @inheritdoc IExchange
    address public immutable module = address(new ExchangeModule());

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_,
        address wrappedCoin_
    ) Settlement(transferProxy_, wrappedCoin_) Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_) {}

    /// @dev OpenZeppelin's Proxy does the same in assembly that is not memory-safe, which costs every fill 2,400 gas.
    fallback(bytes calldata data) external payable returns (bytes memory) {
        if (!LowLevelCall.delegatecallNoReturn(module, data)) LowLevelCall.bubbleRevert();
        return LowLevelCall.returnData();
    }

    /// @inheritdoc IExchange
    function exchange(Order calldata order, Sig calldata sig, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable
    {
        uint256 state = _state;
        if (state == ENTERED) revert PayoutReentered();
        _state = ENTERED;
        bool isChecked = state >= MAKER_CHECKED;
        bytes32 orderHash = isChecked ? _checkedHash : order.hashByTerms(msg.sender);
        (address to, bool feeSignerApproved) = _checkFees(orderHash, order.sellerFee, buyerFee_, buyerFeeSig);
        if (isChecked) {
            if (state & CHECKED_BY_PERSONAL_SIGN != 0 && !feeSignerApproved) revert ExchangeSignatureInvalid(order.key.owner);
            state &= CHECKED_BY_PERSONAL_SIGN - 1;
        } else {
            _checkMaker(order.key.owner, _hashTypedDataV4(orderHash), sig, feeSignerApproved);
        }
        _state = _fill(order, buyerFee_, amount, buyer == address(0) ? msg.sender : buyer, to, state);
    }

    /// @inheritdoc IExchange
    function cancel(OrderKey calldata key) external {
        // Check
        if (msg.sender != key.owner) revert ExchangeCallerNotOwner(msg.sender, key.owner);
        // Effect
        _spend(key.owner, key.salt.number());
        emit Cancel(
            key.sellAsset.token, key.sellAsset.tokenId, key.owner, key.buyAsset.token, key.buyAsset.tokenId, key.salt
        );
    }

    /// @inheritdoc IExchange
    function transferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IExchange
    function erc20TransferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IExchange
    function wrappedCoin() external view returns (address) {
        return _wrappedCoin;
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

    /// @inheritdoc IExchange
    function isSpent(address owner_, uint256 salt) external view returns (bool) {
        return _isSpent(owner_, salt.number());
    }

    /// @inheritdoc IExchange
    function filled(address owner_, uint256 salt) external view returns (uint256) {
        return _filled[owner_][salt.number()];
    }

    /// @inheritdoc IFees
    function beneficiary() public view override(IFees, Fees, Claims) returns (address) {
        return Fees.beneficiary();
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
            uint256 unit = _unitPrice(key.sellAsset, key.buyAsset, order.selling, order.buying, false);
            if (amount == 0) revert ExchangeAmountInvalid(amount, 1);
            price = amount * unit;
        } else {
            bool isOfMany = key.salt.terms() == Orders.CRITERIA;
            uint256 unit = _unitPrice(key.buyAsset, key.sellAsset, order.buying, order.selling, isOfMany);
            if (key.sellAsset.assetType == AssetTypes.COIN) revert ExchangeSidesUnsupported(AssetTypes.COIN, key.buyAsset.assetType);
            uint256 most = key.salt.mostFee();
            if (buyerFee_ > most) revert ExchangeBuyerFeeAboveMaximum(buyerFee_, most);
            items = _itemsIn(amount, unit);
            if (isOfMany && items != 1 && key.buyAsset.assetType.isSingle()) revert ExchangeAmountInvalid(amount, unit);
        }
        // Effect
        _count(key.owner, key.salt.number(), isSale ? order.selling : order.buying, items);
        _logBuy(order, receiver, amount);
        // Interaction
        return isSale
            ? _settle(
                key.sellAsset,
                key.buyAsset,
                Trade(key.owner, receiver, msg.sender, key.owner, items, price, order.sellerFee, buyerFee_, beneficiary_, key.salt.mostFee()),
                state
            )
            : _settle(
                key.buyAsset,
                key.sellAsset,
                Trade(msg.sender, key.owner, key.owner, receiver, items, price, order.sellerFee, buyerFee_, beneficiary_, 0),
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

    function _checkWindow(uint256 salt) private view {
        uint256 from = salt.validFrom();
        if (block.timestamp < from) revert ExchangeOrderNotStarted(from);
        uint256 until = salt.validUntil();
        if (until != 0 && block.timestamp > until) revert ExchangeOrderExpired(until);
    }

    /// @dev Checks item against money and quantity against total.
    /// @param isOfMany each unit may be another item
    function _unitPrice(Asset calldata item, Asset calldata money, uint256 quantity, uint256 total, bool isOfMany)
        private
        pure
        returns (uint256)
    {
        (uint8 itemType, uint8 moneyType) = (item.assetType, money.assetType);
        if (itemType > AssetTypes.MINTED) revert ExchangeAssetTypeUnknown(itemType);
        if (!itemType.isItem() || moneyType.isItem()) {
            if (moneyType > AssetTypes.MINTED) revert ExchangeAssetTypeUnknown(moneyType);
            revert ExchangeSidesUnsupported(itemType, moneyType);
        }
        if (money.tokenId != 0 || (moneyType == AssetTypes.COIN) != (money.token == address(0))) {
            revert ExchangeMoneyInvalid(money.token, money.tokenId, moneyType);
        }
        if (quantity == 1 && total != 0) return total;
        if (quantity == 0 || (itemType.isSingle() && quantity != 1 && !isOfMany)) revert ExchangeQuantityInvalid(quantity);
        if (total == 0 || total % quantity != 0) revert ExchangePriceInvalid(total, quantity);
        return total / quantity;
    }

    function _itemsIn(uint256 amount, uint256 unit) private pure returns (uint256) {
        if (amount == 0 || amount % unit != 0) revert ExchangeAmountInvalid(amount, unit);
        return amount / unit;
    }
}
