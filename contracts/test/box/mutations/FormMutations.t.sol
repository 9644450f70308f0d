// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {BoxMutationBase} from "./MutationBase.sol";

/// @notice The documented form of a request that works, with one thing changed: every field counts, and so does the fee.
contract BoxFormMutationsTest is BoxMutationBase {
    function base() private returns (BoxOrder memory order) {
        order = aBox(coin());
        registered(order);
    }

    function fails(BoxOrder memory order, uint256 fee, Sig memory word, bytes memory why) private {
        bytes32 id = box.hashBox(order);
        uint256 value = PRICE + PRICE * fee / 10_000;
        vm.expectRevert(why);
        vm.prank(bob);
        box.open{value: value}(order, none(), fee, word, 1, bob);
        vm.assertEq(box.boxOf(id).pending, 0, "no request waits");
    }

    function unknown(BoxOrder memory order) private {
        fails(order, FEE, none(), abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, box.hashBox(order)));
    }

    function test_TheFormWorks() public {
        BoxOrder memory order = base();
        vm.prank(bob);
        box.open{value: DUE}(order, none(), FEE, none(), 1, bob);
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(box.hashBox(order), 100));
        vm.prank(bob);
        box.open{value: 1.01 ether}(order, none(), 100, word, 1, bob);
    }

    function test_RevertWhen_TheOwnerIsAnother() public {
        BoxOrder memory order = base();
        order.key.owner = bob;
        unknown(order);
    }

    function test_RevertWhen_TheSaltIsAnother() public {
        BoxOrder memory order = base();
        ++order.key.salt;
        unknown(order);
    }

    function test_RevertWhen_APrizeIsOfAnotherToken() public {
        BoxOrder memory order = base();
        order.key.sellAssets[0].token = address(nft);
        unknown(order);
    }

    function test_RevertWhen_APrizeHasAnotherId() public {
        BoxOrder memory order = base();
        ++order.key.sellAssets[2].tokenId;
        unknown(order);
    }

    function test_RevertWhen_APrizeIsOfAnotherType() public {
        BoxOrder memory order = base();
        order.key.sellAssets[0].assetType = 3;
        unknown(order);
    }

    function test_RevertWhen_TwoPrizesChangePlaces() public {
        BoxOrder memory order = base();
        (order.key.sellAssets[1], order.key.sellAssets[2]) = (order.key.sellAssets[2], order.key.sellAssets[1]);
        unknown(order);
    }

    function test_RevertWhen_TheMoneyIsAnother() public {
        BoxOrder memory order = base();
        order.key.buyAsset = token();
        unknown(order);
    }

    function test_RevertWhen_ABoxHoldsMore() public {
        BoxOrder memory order = base();
        ++order.opening;
        unknown(order);
    }

    function test_RevertWhen_BoxesMayRepeat() public {
        BoxOrder memory order = base();
        order.repeat = true;
        unknown(order);
    }

    function test_RevertWhen_ItStartsEarlier() public {
        BoxOrder memory order = base();
        --order.startTime;
        unknown(order);
    }

    function test_RevertWhen_ItEndsLater() public {
        BoxOrder memory order = base();
        ++order.endTime;
        unknown(order);
    }

    function test_RevertWhen_ThePriceIsLower() public {
        BoxOrder memory order = base();
        order.buying /= 2;
        unknown(order);
    }

    function test_RevertWhen_AnAmountIsAnother() public {
        BoxOrder memory order = base();
        ++order.assetAmounts[1];
        unknown(order);
    }

    function test_RevertWhen_TheSellerFeeIsAnother() public {
        BoxOrder memory order = base();
        --order.sellerFee;
        unknown(order);
    }

    function test_RevertWhen_AUriIsAnother() public {
        BoxOrder memory order = base();
        order.uris[2] = "/ipfs/C";
        unknown(order);
    }

    function test_RevertWhen_AUriIsMissing() public {
        BoxOrder memory order = base();
        order.uris = new string[](2);
        unknown(order);
    }

    function test_RevertWhen_TheFeeIsNotTheDefault() public {
        fails(base(), 0, none(), abi.encodeWithSelector(IFees.FeesBuyerFeeNotDefault.selector, 0, FEE));
    }

    function test_RevertWhen_TheFeeIsAboveTheCap() public {
        BoxOrder memory order = base();
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(box.hashBox(order), 1001));
        fails(order, 1001, word, abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    function test_RevertWhen_TheFeeIsAnothersWord() public {
        BoxOrder memory order = base();
        Sig memory word = signed(EVE_KEY, box.buyerFeeDigest(box.hashBox(order), 0));
        fails(order, 0, word, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
    }

    function test_RevertWhen_TheFeeSignatureIsPersonal() public {
        BoxOrder memory order = base();
        bytes32 digest = box.buyerFeeDigest(box.hashBox(order), 0);
        Sig memory word = signed(FEE_KEY, Signatures.personalDigest(digest));
        address signer = ecrecover(digest, word.v, word.r, word.s);
        fails(order, 0, word, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, signer));
    }

    function test_RevertWhen_TheFeeSignaturesVIsUnknown() public {
        BoxOrder memory order = base();
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(box.hashBox(order), 0));
        word.v -= 27;
        fails(order, 0, word, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, address(0)));
    }

    function test_RevertGiven_TheFeeSignerWasRemoved() public {
        BoxOrder memory order = base();
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(box.hashBox(order), 0));
        vm.prank(operator);
        box.removeFeeSigner(feeSigner);
        fails(order, 0, word, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, feeSigner));
    }

    function test_RevertGiven_TheFeeSignerIsNotYetOne() public {
        BoxOrder memory order = base();
        Sig memory word = signed(EVE_KEY, box.buyerFeeDigest(box.hashBox(order), 0));
        vm.prank(operator);
        box.addFeeSigner(eve);
        vm.warp(START + 2 days - 1);
        fails(order, 0, word, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
    }

    function test_RevertWhen_TheSellerFeeIsBelowTheMinimum() public {
        BoxOrder memory order = aBox(coin());
        order.sellerFee = FEE - 1;
        refused(order, abi.encodeWithSelector(IFees.FeesSellerFeeBelowMinimum.selector, FEE - 1, FEE));
    }

    function test_RevertWhen_ATicketCarriesAFee() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        registered(order);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxTicketFee.selector, FEE));
        vm.prank(bob);
        box.open(order, none(), FEE, none(), 1, bob);
        vm.prank(bob);
        box.open(order, none(), 0, none(), 1, bob);
    }
}
