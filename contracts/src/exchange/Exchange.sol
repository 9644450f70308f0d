// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Fees} from "../fees/Fees.sol";
import {IFees} from "../fees/IFees.sol";
import {Payouts} from "../fees/Payouts.sol";
import {Royalties} from "../fees/Royalties.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {IExchange} from "./IExchange.sol";
import {Asset, Order, OrderKey, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {Signatures} from "./Signatures.sol";

/// @notice See IExchange.
contract Exchange is IExchange, Fees, Payouts {
    using Orders for uint256;
    using Orders for Order;

    uint8 private constant COIN = 0;
    uint8 private constant ERC20 = 1;
    uint8 private constant ERC1155 = 2;
    uint8 private constant ERC721 = 3;
    uint8 private constant ERC721_OLD = 4;
    uint8 private constant MINTED = 5;
    /// @dev What a royalty in an ERC20 may use; a recipient's hook gets no more.
    uint256 private constant ROYALTY_GAS = 200_000;

    /// @dev One fill, taken apart: the item goes from `seller` to `itemTo`, the money from `payer` to `moneyTo`.
    struct Trade {
        address seller;
        address itemTo;
        address payer;
        address moneyTo;
        uint256 items;
        uint256 price;
        uint256 sellerFee;
        uint256 buyerFee;
        address beneficiary;
    }

    ITransferProxy private immutable _proxy;

    /// @dev One bit per sequence number, 256 to a word.
    mapping(address owner => mapping(uint256 word => uint256)) private _spent;
    /// @dev By sequence number, so shared by all versions of an order.
    mapping(address owner => mapping(uint256 number => uint256)) private _filled;

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_
    ) EIP712("Plinth Exchange", "1") Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_) {
        _proxy = ITransferProxy(transferProxy_);
    }

    /// @inheritdoc IExchange
    function exchange(Order calldata order, Sig calldata sig, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable
        guarded
    {
        bytes32 orderHash = order.hash();
        (address to, bool vouched) = _checkFees(orderHash, order.sellerFee, buyerFee_, buyerFeeSig);
        _checkMaker(order.key.owner, _hashTypedDataV4(orderHash), sig, vouched);
        _fill(order, buyerFee_, amount, buyer == address(0) ? msg.sender : buyer, to);
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
        uint256 number = salt.number();
        return _spent[owner_][number >> 8] & (1 << (number & 0xff)) != 0;
    }

    /// @inheritdoc IExchange
    function filled(address owner_, uint256 salt) external view returns (uint256) {
        return _filled[owner_][salt.number()];
    }

    /// @inheritdoc IFees
    function beneficiary() public view override(IFees, Fees, Payouts) returns (address) {
        return Fees.beneficiary();
    }

    /// @dev Whether the maker signed: typed data, or the blind documented form where the operator vouched for the order.
    function _checkMaker(address owner_, bytes32 digest_, Sig calldata sig, bool vouched) private pure {
        address signer = Signatures.recover(digest_, sig);
        if (signer != owner_ && vouched) signer = Signatures.recover(Signatures.personalDigest(digest_), sig);
        if (signer != owner_ || signer == address(0)) revert ExchangeSignatureInvalid(owner_);
    }

    function _fill(Order calldata order, uint256 buyerFee_, uint256 amount, address receiver, address beneficiary_) private {
        OrderKey calldata key = order.key;
        // Check
        _checkWindow(key.salt);
        if (msg.sender == key.owner) revert ExchangeSelfTrade(key.owner);
        Trade memory trade;
        trade.sellerFee = order.sellerFee;
        trade.buyerFee = buyerFee_;
        trade.beneficiary = beneficiary_;
        bool isSale = _isItem(key.sellAsset.assetType);
        if (isSale) {
            uint256 unit = _unitPrice(key.sellAsset, key.buyAsset, order.selling, order.buying);
            (trade.seller, trade.itemTo, trade.payer, trade.moneyTo) = (key.owner, receiver, msg.sender, key.owner);
            (trade.items, trade.price) = (amount, _itemsIn(amount, 1) * unit);
        } else {
            uint256 unit = _unitPrice(key.buyAsset, key.sellAsset, order.buying, order.selling);
            if (key.sellAsset.assetType == COIN) revert ExchangeSidesUnsupported(COIN, key.buyAsset.assetType);
            uint256 most = key.salt.maxBuyerFee();
            if (buyerFee_ > most) revert ExchangeBuyerFeeAboveMaximum(buyerFee_, most);
            (trade.seller, trade.itemTo, trade.payer, trade.moneyTo) = (msg.sender, key.owner, key.owner, receiver);
            (trade.items, trade.price) = (_itemsIn(amount, unit), amount);
        }
        // Effect
        _count(key.owner, key.salt.number(), isSale ? order.selling : order.buying, trade.items);
        _logBuy(order, receiver, amount);
        // Interaction
        if (isSale) _settle(key.sellAsset, key.buyAsset, trade);
        else _settle(key.buyAsset, key.sellAsset, trade);
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

    /// @dev Money first, then the item, whose receiver finds everything done; royalties are read before either.
    function _settle(Asset calldata item, Asset calldata money, Trade memory trade) private {
        (address[] memory recipients, uint256[] memory amounts) = Royalties.read(item.token, item.tokenId, trade.price);
        uint256 buyerPart = (trade.price * trade.buyerFee) / BPS;
        uint256 sellerPart = (trade.price * trade.sellerFee) / BPS;
        uint256 due = money.assetType == COIN ? trade.price + buyerPart : 0;
        if (msg.value != due) revert ExchangeValueWrong(msg.value, due);
        if (due != 0) {
            _payInCoin(trade.moneyTo, trade.price - sellerPart, recipients, amounts);
        } else {
            _payInToken(money.token, trade, buyerPart + sellerPart, sellerPart, recipients, amounts);
        }
        _move(item, trade);
    }

    /// @dev The fees stay here, see `withdraw`.
    function _payInCoin(address to, uint256 rest, address[] memory recipients, uint256[] memory amounts) private {
        for (uint256 i; i < recipients.length; ++i) {
            if (!_isOwed(recipients[i], amounts[i], to)) continue;
            rest -= amounts[i];
            _payCoin(recipients[i], amounts[i]);
        }
        _payCoin(to, rest);
    }

    /// @dev A royalty that does not arrive stays with the seller.
    function _payInToken(
        address token,
        Trade memory trade,
        uint256 feePart,
        uint256 sellerPart,
        address[] memory recipients,
        uint256[] memory amounts
    ) private {
        address to = trade.moneyTo;
        uint256 rest = trade.price - sellerPart;
        if (feePart != 0) _proxy.erc20safeTransferFrom(token, trade.payer, trade.beneficiary, feePart);
        for (uint256 i; i < recipients.length; ++i) {
            if (!_isOwed(recipients[i], amounts[i], to)) continue;
            if (_paidRoyalty(token, trade.payer, recipients[i], amounts[i])) rest -= amounts[i];
        }
        // One unit could be an NFT dressed as an ERC20.
        if (rest == 1) revert ExchangePaymentShort(token, rest);
        uint256 before = IERC20(token).balanceOf(to);
        _proxy.erc20safeTransferFrom(token, trade.payer, to, rest);
        if (IERC20(token).balanceOf(to) < before + rest) revert ExchangePaymentShort(token, rest);
    }

    function _paidRoyalty(address token, address payer, address to, uint256 amount) private returns (bool) {
        if (gasleft() < ROYALTY_GAS + ROYALTY_GAS / 32) revert PayoutGasTooLow(gasleft());
        try _proxy.erc20safeTransferFrom{gas: ROYALTY_GAS}(token, payer, to, amount) {
            return true;
        } catch {
            return false;
        }
    }

    function _move(Asset calldata item, Trade memory trade) private {
        if (item.assetType == ERC1155) {
            _proxy.erc1155safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId, trade.items, "");
        } else if (item.assetType == ERC721) {
            _proxy.erc721safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else if (item.assetType == ERC721_OLD) {
            _proxy.erc721TransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else {
            revert ExchangeVoucherMissing(item.token, item.tokenId);
        }
    }

    /// @dev Counts the items; what completes the order, in whichever version, spends its number.
    function _count(address owner_, uint256 number, uint256 quantity, uint256 items) private {
        uint256 left = quantity;
        if (quantity > 1) {
            uint256 before = _filled[owner_][number];
            left = before < quantity ? quantity - before : 0;
            if (items < left) {
                _checkUnspent(owner_, number);
                _filled[owner_][number] = before + items;
                return;
            }
        }
        _spend(owner_, number);
        if (items > left) revert ExchangeAmountAboveLeft(items, left);
    }

    function _spend(address owner_, uint256 number) private {
        uint256 bits = _spent[owner_][number >> 8];
        uint256 bit = 1 << (number & 0xff);
        if (bits & bit != 0) revert ExchangeOrderSpent(owner_, number);
        _spent[owner_][number >> 8] = bits | bit;
    }

    function _checkUnspent(address owner_, uint256 number) private view {
        if (_spent[owner_][number >> 8] & (1 << (number & 0xff)) != 0) revert ExchangeOrderSpent(owner_, number);
    }

    function _checkWindow(uint256 salt) private view {
        uint256 from = salt.validFrom();
        if (block.timestamp < from) revert ExchangeOrderNotStarted(from);
        uint256 until = salt.validUntil();
        if (until != 0 && block.timestamp > until) revert ExchangeOrderExpired(until);
    }

    /// @dev Checks item against money and quantity against total.
    function _unitPrice(Asset calldata item, Asset calldata money, uint256 quantity, uint256 total) private pure returns (uint256) {
        if (item.assetType > MINTED) revert ExchangeAssetTypeUnknown(item.assetType);
        if (!_isItem(item.assetType) || _isItem(money.assetType)) {
            if (money.assetType > MINTED) revert ExchangeAssetTypeUnknown(money.assetType);
            revert ExchangeSidesUnsupported(item.assetType, money.assetType);
        }
        if (money.tokenId != 0 || (money.assetType == COIN) != (money.token == address(0))) {
            revert ExchangeMoneyInvalid(money.token, money.tokenId, money.assetType);
        }
        bool isSingle = item.assetType == ERC721 || item.assetType == ERC721_OLD;
        if (quantity == 0 || (isSingle && quantity != 1)) revert ExchangeQuantityInvalid(quantity);
        if (total == 0 || total % quantity != 0) revert ExchangePriceInvalid(total, quantity);
        return total / quantity;
    }

    function _itemsIn(uint256 amount, uint256 unit) private pure returns (uint256) {
        if (amount == 0 || amount % unit != 0) revert ExchangeAmountInvalid(amount, unit);
        return amount / unit;
    }

    function _isItem(uint8 assetType) private pure returns (bool) {
        return assetType > ERC20;
    }

    function _isOwed(address recipient, uint256 amount, address seller) private pure returns (bool) {
        return recipient != address(0) && amount != 0 && recipient != seller;
    }
}
