// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {LazyERC721, WrappedCoin} from "../../base/Tokens.sol";
import {BoxMutationBase} from "./MutationBase.sol";

/// @notice A series that is wrong in itself.
contract BoxShapeMutationsTest is BoxMutationBase {
    function test_RevertWhen_NoKinds() public {
        BoxOrder memory order = single(coin(), new Asset[](0));
        refused(order, abi.encodeWithSelector(IBlindBox.BoxKindsInvalid.selector, 0, 0, 0));
    }

    function test_RevertWhen_TooManyKinds() public {
        BoxOrder memory order = single(coin(), new Asset[](101));
        refused(order, abi.encodeWithSelector(IBlindBox.BoxKindsInvalid.selector, 101, 101, 101));
    }

    function test_RevertWhen_AnAmountIsMissing() public {
        BoxOrder memory order = aBox(coin());
        order.assetAmounts = new uint256[](2);
        refused(order, abi.encodeWithSelector(IBlindBox.BoxKindsInvalid.selector, 3, 2, 3));
    }

    function test_RevertWhen_AUriIsMissing() public {
        BoxOrder memory order = aBox(coin());
        order.uris = new string[](4);
        refused(order, abi.encodeWithSelector(IBlindBox.BoxKindsInvalid.selector, 3, 3, 4));
    }

    function test_RevertWhen_AnAmountIsZero() public {
        BoxOrder memory order = aBox(coin());
        order.assetAmounts[2] = 0;
        refused(order, amountRefused(2, 0));
    }

    function test_RevertWhen_AnAmountDoesNotFit() public {
        BoxOrder memory order = aBox(coin());
        order.assetAmounts[1] = 65_536;
        refused(order, amountRefused(1, 65_536));
    }

    function test_RevertWhen_AnERC721ComesTwice() public {
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets[0] = Asset(address(nft), 1, 3);
        refused(order, amountRefused(0, 6));
    }

    /// Distinct boxes could not hold it.
    function test_RevertWhen_AKindHasMoreThanTheBoxes() public {
        BoxOrder memory order = aBox(coin());
        (order.assetAmounts[0], order.assetAmounts[1], order.assetAmounts[2]) = (11, 5, 4);
        refused(order, amountRefused(0, 11));
        order.repeat = true;
        registered(order);
    }

    function test_RevertWhen_BoxesHoldNothing() public {
        BoxOrder memory order = aBox(coin());
        order.opening = 0;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxStockInvalid.selector, 20, 0));
    }

    function test_RevertWhen_BoxesHoldTooMuch() public {
        BoxOrder memory order = aBox(coin());
        (order.opening, order.assetAmounts[0], order.repeat) = (101, 188, true);
        refused(order, abi.encodeWithSelector(IBlindBox.BoxStockInvalid.selector, 202, 101));
    }

    function test_RevertWhen_TheLastBoxIsNotFull() public {
        BoxOrder memory order = aBox(coin());
        order.assetAmounts[0] = 5;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxStockInvalid.selector, 19, 2));
    }

    function test_RevertWhen_APrizeIsMoney() public {
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets[1] = token();
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 1));
        order.key.sellAssets[1] = coin();
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 1));
    }

    function test_RevertWhen_APrizeIsOfNoType() public {
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets[0].assetType = 6;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 0));
    }

    function test_RevertWhen_AKindIsNotWhatItSays() public {
        BoxOrder memory order = aBox(coin());
        order.uris[1] = "/ipfs/B";
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 1));
    }

    function test_RevertWhen_AKindIsMintedElsewhere() public {
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets[1].token = vm.deployCode("contracts/artifacts/PrizeCollection.json", abi.encode("P", "P", alice, "", "", alice));
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPrizeInvalid.selector, 1));
    }

    /// A token that takes every call answers no balance.
    function test_RevertWhen_APrizeIsOnlySaidToMove() public {
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets[0].token = address(new WrappedCoin());
        refused(order, "");
        LazyERC721 lazy = new LazyERC721();
        lazy.give(alice, 1);
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(lazy), 1, 3);
        refused(single(coin(), kinds), abi.encodeWithSelector(IBlindBox.BoxPrizeMissing.selector, 0));
        kinds[0].assetType = 4;
        refused(single(coin(), kinds), abi.encodeWithSignature("TransferProxyItemNotMoved(address,uint256)", lazy, 1));
    }

    function test_RevertWhen_ThePrizeIsAnotherAccounts() public {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(nft), 77, 3);
        nft.give(bob, 77);
        refused(single(coin(), kinds), abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", alice, 77, bob));
    }

    function test_RevertWhen_CoinHasAnAddress() public {
        Asset memory money = Asset(address(pay), 0, 0);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_CoinHasAnId() public {
        Asset memory money = Asset(address(0), 1, 0);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_ATokenHasNoAddress() public {
        Asset memory money = Asset(address(0), 0, 1);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_ATokenHasAnId() public {
        Asset memory money = Asset(address(pay), 1, 1);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_ATicketHasNoAddress() public {
        Asset memory money = Asset(address(0), 9, 2);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_ATicketIsToBeMinted() public {
        Asset memory money = Asset(address(multi), 9, 5);
        refused(aBox(money), moneyRefused(money));
    }

    function test_RevertWhen_TheMoneyIsOfNoType() public {
        Asset memory money = Asset(address(pay), 0, 6);
        refused(aBox(money), moneyRefused(money));
    }

    /// @dev One box, for one ERC721.
    function forAnItem(uint8 assetType) private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(nft), 1, 3);
        order = single(Asset(address(nft), 50, assetType), kinds);
        order.buying = 1;
    }

    /// There is one such ticket, so one such box.
    function test_RevertWhen_AnERC721PaysForSeveralBoxes() public {
        Asset memory money = Asset(address(nft), 50, 3);
        BoxOrder memory order = aBox(money);
        order.buying = 10;
        refused(order, moneyRefused(money));
    }

    function test_RevertWhen_SeveralOfAnERC721Pay() public {
        BoxOrder memory order = forAnItem(3);
        order.buying = 2;
        refused(order, moneyRefused(order.key.buyAsset));
    }

    function test_RevertWhen_AnOldERC721Pays() public {
        BoxOrder memory order = forAnItem(4);
        refused(order, moneyRefused(order.key.buyAsset));
        registered(forAnItem(3));
    }

    function test_RevertWhen_ThePriceIsNoWholeMultiple() public {
        BoxOrder memory order = aBox(coin());
        order.buying = 101;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPriceInvalid.selector, 101, 10));
    }

    function test_RevertWhen_ThePriceIsZero() public {
        BoxOrder memory order = aBox(coin());
        order.buying = 0;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPriceInvalid.selector, 0, 10));
    }

    function test_RevertWhen_ThePriceDoesNotFit() public {
        BoxOrder memory order = aBox(coin());
        order.buying = 10 << 96;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxPriceInvalid.selector, 10 << 96, 10));
    }

    function test_RevertWhen_ItEndsAsItStarts() public {
        BoxOrder memory order = aBox(coin());
        order.endTime = START;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxTimesInvalid.selector, START, START));
    }

    function test_RevertWhen_ItIsOver() public {
        BoxOrder memory order = aBox(coin());
        (order.startTime, order.endTime) = (START - 2, START);
        refused(order, abi.encodeWithSelector(IBlindBox.BoxTimesInvalid.selector, START - 2, START));
    }

    function test_RevertWhen_TheEndDoesNotFit() public {
        BoxOrder memory order = aBox(coin());
        order.endTime = 1 << 40;
        refused(order, abi.encodeWithSelector(IBlindBox.BoxTimesInvalid.selector, START, 1 << 40));
    }

    function test_RevertWhen_TheSellerFeeIsAboveTheCap() public {
        BoxOrder memory order = aBox(coin());
        order.sellerFee = 1001;
        refused(order, abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    function badBond(BoxOrder memory order, uint256 bondEach, uint256 price) private {
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxBondTooLow.selector, bondEach, price));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, bondEach);
    }

    function test_RevertWhen_TheBondIsBelowThePrice() public {
        badBond(aBox(coin()), PRICE - 1, PRICE);
    }

    function test_RevertWhen_TheBondDoesNotFit() public {
        badBond(aBox(coin()), 1 << 96, PRICE);
    }

    function test_RevertWhen_ATicketHasNoBond() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        badBond(order, 0, 3);
    }

    function badChain(bytes32 anchor_, uint256 requests) private {
        BoxOrder memory order = aBox(coin());
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxChainInvalid.selector));
        vm.prank(alice);
        box.register(order, anchor_, requests, PRICE);
    }

    function test_RevertWhen_TheCommitmentIsZero() public {
        badChain(0, CHAIN);
    }

    function test_RevertWhen_TheChainIsEmpty() public {
        badChain(anchor(), 0);
    }

    function test_RevertWhen_TheChainDoesNotFit() public {
        badChain(anchor(), 1 << 32);
    }
}
