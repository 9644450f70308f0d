// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset} from "../exchange/OrderTypes.sol";
import {Royalties} from "../fees/Royalties.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {AuctionOrder, Bid} from "./AuctionTypes.sol";
import {IAuctionExchange} from "./IAuctionExchange.sol";

/// @notice See IAuctionExchange. What a settlement moves: the item, then the price with its fees, royalties and dividends.
abstract contract AuctionPayments is IAuctionExchange {
    uint256 private constant BPS = 10_000;
    /// @dev What all dividends together may use, so that 200 hostile recipients, and a hostile collection, fit into one
    /// transaction (EIP-7825).
    uint256 private constant DIVIDENDS_GAS = 14_000_000;

    ITransferProxy internal immutable _proxy;

    constructor(address transferProxy_) {
        _proxy = ITransferProxy(transferProxy_);
    }

    /// @inheritdoc IAuctionExchange
    function transferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IAuctionExchange
    function erc20TransferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @dev The item first, then its price: an owner that is paid could empty an item that holds something. Royalties are
    /// read before either, so that the winner cannot change them.
    /// @return proceeds what the owner received
    function _deliver(AuctionOrder calldata order, Bid memory bid, address[] calldata recipients, address beneficiary_)
        internal
        returns (uint256 proceeds)
    {
        Asset calldata item = order.key.sellAsset;
        (address[] memory creators, uint256[] memory amounts) = Royalties.read(item.token, item.tokenId, bid.total);
        _move(item, order.key.owner, bid.bidder, order.selling);
        return _pay(order, bid, recipients, beneficiary_, creators, amounts);
    }

    /// @dev What does not arrive of royalties and dividends stays with the seller, but no dividend is the larger for it.
    function _pay(
        AuctionOrder calldata order,
        Bid memory bid,
        address[] calldata recipients,
        address beneficiary_,
        address[] memory creators,
        uint256[] memory amounts
    ) private returns (uint256 rest) {
        address token = order.key.buyAsset.token;
        uint256 sellerPart = (bid.total * order.sellerFee) / BPS;
        uint256 fees = sellerPart + (bid.total * bid.buyerFee) / BPS;
        // Also without a fee: what is left now was there when the royalty was read, so no gas limit hides a royalty.
        _checkGas(TokenFees.PAYMENT_GAS);
        if (fees != 0) TokenFees.pay(_proxy, token, bid.bidder, beneficiary_, fees);
        uint256 left = bid.total - sellerPart;
        uint256 kept;
        for (uint256 i; i < creators.length; ++i) {
            if (creators[i] == address(0) || amounts[i] == 0 || creators[i] == order.key.owner) continue;
            left -= amounts[i];
            if (!_tryPay(token, bid.bidder, creators[i], amounts[i], TokenFees.PAYMENT_GAS)) kept += amounts[i];
        }
        // One unit could be an NFT dressed as an ERC20.
        if (left == 1) revert AuctionPaymentShort(token, left);
        rest = left - _payDividends(order, bid, recipients, left) + kept;
        _payRest(order, token, bid.bidder, rest);
    }

    /// @return paid what arrived
    function _payDividends(AuctionOrder calldata order, Bid memory bid, address[] calldata recipients, uint256 left)
        private
        returns (uint256 paid)
    {
        uint256 count = recipients.length;
        if (count == 0) return 0;
        uint256 pool = (bid.total * order.encourage) / BPS;
        uint256 share = (pool < left ? pool : left) / count;
        if (share == 0) return 0;
        emit Dividends(order.key.owner, order.key.salt, share, recipients);
        uint256 gasEach = DIVIDENDS_GAS / count;
        if (gasEach > TokenFees.PAYMENT_GAS) gasEach = TokenFees.PAYMENT_GAS;
        address token = order.key.buyAsset.token;
        // Where the owner's part measures nothing: no balance is compared, since a recipient could lower its own.
        if (left - share * count < 2) _checkAllowed(token, bid.bidder, share);
        for (uint256 i; i < count; ++i) {
            if (_tryPay(token, bid.bidder, recipients[i], share, gasEach)) paid += share;
            else emit DividendRefused(order.key.owner, order.key.salt, recipients[i], share);
        }
    }

    /// @dev An item dressed as money has no allowance.
    function _checkAllowed(address token, address payer, uint256 amount) private view {
        try IERC20(token).allowance(payer, address(_proxy)) returns (uint256 allowed) {
            if (allowed >= amount) return;
        } catch {}
        revert AuctionPaymentShort(token, amount);
    }

    function _payRest(AuctionOrder calldata order, address token, address payer, uint256 rest) private {
        if (rest == 0) return;
        address to = order.key.owner;
        uint256 before = IERC20(token).balanceOf(to);
        _proxy.erc20safeTransferFrom(token, payer, to, rest);
        if (IERC20(token).balanceOf(to) < before + rest) revert AuctionPaymentShort(token, rest);
    }

    function _move(Asset calldata item, address from, address to, uint256 quantity) private {
        if (item.assetType == AssetTypes.ERC1155) {
            _proxy.erc1155safeTransferFrom(item.token, from, to, item.tokenId, quantity, "");
        } else if (item.assetType == AssetTypes.ERC721) {
            _proxy.erc721safeTransferFrom(item.token, from, to, item.tokenId);
        } else {
            _proxy.erc721TransferFrom(item.token, from, to, item.tokenId);
        }
    }

    function _tryPay(address token, address payer, address to, uint256 amount, uint256 gasLimit) private returns (bool) {
        _checkGas(gasLimit);
        return TokenFees.tryPay(_proxy, token, payer, to, amount, gasLimit);
    }

    /// @dev The part of what is left that a call may take (EIP-150) must be the limit.
    function _checkGas(uint256 gasLimit) private view {
        if (gasleft() < gasLimit + gasLimit / 32) revert AuctionGasTooLow(gasleft());
    }
}
