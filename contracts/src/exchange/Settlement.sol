// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ISettlementMint} from "../collection/ISettlementMint.sol";
import {IFees} from "../fees/IFees.sol";
import {Payouts} from "../fees/Payouts.sol";
import {Royalties} from "../fees/Royalties.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {IExchange} from "./IExchange.sol";
import {Asset, Order} from "./OrderTypes.sol";

/// @notice See IExchange. What a fill moves: the item, its price, the fees and the royalties.
abstract contract Settlement is IExchange, Payouts {
    uint256 private constant BPS = 10_000;
    /// @dev Where the fourth argument of `mintAtSettlement`, the voucher, lies behind the four words.
    uint256 private constant VOUCHER_OFFSET = 0x80;
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

    /// @dev What the item of this fill, of type 5, was minted as; zero where nothing was.
    uint8 private transient _mintedAs;

    constructor(address transferProxy_) {
        _proxy = ITransferProxy(transferProxy_);
    }

    /// @inheritdoc IExchange
    function transferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IExchange
    function erc20TransferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IFees
    function beneficiary() public view virtual override(IFees, Payouts) returns (address);

    /// @dev Money first, then the item, whose receiver finds everything done; royalties are read before either.
    /// @param state the state in which the fill began
    /// @return next the state it leaves behind
    function _settle(Asset calldata item, Asset calldata money, Trade memory trade, uint256 state) internal returns (uint256 next) {
        (address[] memory recipients, uint256[] memory amounts) = Royalties.read(item.token, item.tokenId, trade.price);
        uint256 buyerPart = (trade.price * trade.buyerFee) / BPS;
        uint256 sellerPart = (trade.price * trade.sellerFee) / BPS;
        uint256 due = money.assetType == AssetTypes.COIN ? trade.price + buyerPart : 0;
        next = _draw(state, due);
        if (due != 0) {
            _payInCoin(trade.moneyTo, trade.price - sellerPart, recipients, amounts);
        } else {
            _payInToken(money.token, trade, buyerPart + sellerPart, sellerPart, recipients, amounts);
        }
        _move(item, trade);
    }

    /// @dev Mints the item of a sale of type 5 for its owner; the fill that follows moves it.
    function _mintFor(Order calldata order, bytes calldata voucher) internal {
        Asset calldata item = order.key.sellAsset;
        if (item.assetType != AssetTypes.MINTED) revert ExchangeVoucherUnused(item.assetType);
        bytes4 selector = ISettlementMint.mintAtSettlement.selector;
        bytes memory head = abi.encodeWithSelector(selector, item.tokenId, order.key.owner, address(_proxy), VOUCHER_OFFSET);
        (bool ok, bytes32 answer,) = LowLevelCall.callReturn64Bytes(item.token, bytes.concat(head, voucher));
        if (!ok) LowLevelCall.bubbleRevert();
        uint256 mintedAs = LowLevelCall.returnDataSize() < 32 ? 0 : uint256(answer);
        if (mintedAs == AssetTypes.ERC721 ? order.selling != 1 : mintedAs != AssetTypes.ERC1155) {
            revert ExchangeMintedOtherwise(item.token, mintedAs, order.selling);
        }
        _mintedAs = uint8(mintedAs);
    }

    /// @dev Exactly what is due comes with the fill, or lies in the purse of its sweep.
    function _draw(uint256 state, uint256 due) private view returns (uint256) {
        if (state == FREE) {
            if (msg.value != due) revert ExchangeValueWrong(msg.value, due);
            return FREE;
        }
        if (state < PURSE + due) revert ExchangeValueWrong(state - PURSE, due);
        return state - due;
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
        uint8 assetType = item.assetType == AssetTypes.MINTED ? _takeMinted() : item.assetType;
        if (assetType == AssetTypes.ERC1155) {
            _proxy.erc1155safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId, trade.items, "");
        } else if (assetType == AssetTypes.ERC721) {
            _proxy.erc721safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else if (assetType == AssetTypes.ERC721_OLD) {
            _proxy.erc721TransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else {
            revert ExchangeVoucherMissing(item.token, item.tokenId);
        }
    }

    function _takeMinted() private returns (uint8 mintedAs) {
        mintedAs = _mintedAs;
        _mintedAs = 0;
    }

    function _isOwed(address recipient, uint256 amount, address seller) private pure returns (bool) {
        return recipient != address(0) && amount != 0 && recipient != seller;
    }
}
