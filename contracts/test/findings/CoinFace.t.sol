// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {Order} from "../../src/exchange/OrderTypes.sol";
import {IFees} from "../../src/fees/IFees.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {HostilePayee, Mood} from "../base/Hostile.sol";
import {CoinFace} from "../base/OddMoney.sol";

/// @notice Where the coin has an ERC20 face, what the exchange owes in coin is also its balance of that face.
contract CoinFaceTest is ExchangeBase {
    uint256 private constant OWED = 0.975 ether;
    uint256 private constant FEES = 0.05 ether;

    CoinFace private face;
    HostilePayee private seller;

    function setUp() public override {
        super.setUp();
        face = new CoinFace();
        seller = new HostilePayee();
        nft.give(address(seller), 77);
        seller.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
    }

    /// The seller's account refuses its coin, which waits for it beside the fees.
    function sellRefused() private {
        seller.set(Mood.Refuse);
        Order memory order = aSale();
        (order.key.owner, order.key.sellAsset.tokenId) = (address(seller), 77);
        seller.act(address(exchange), abi.encodeCall(IExchangeForms.register, (order)));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, none(), FEE, none(), 1, address(0));
    }

    function withdrawFace() private {
        vm.prank(eve);
        exchange.withdrawTokens(address(face));
    }

    /// A revert does not take back what `vm.deal` of the face gave, so the state before does.
    function withdrawFaceReverts() private {
        uint256 id = vm.snapshotState();
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesTokenIsCoin.selector, face));
        withdrawFace();
        vm.revertToState(id);
    }

    /// Bob buys Alice's item for the face, whose fees the beneficiary can't receive.
    function sellForTheFace() private {
        face.refuse(treasury, true);
        Order memory order = aSale();
        order.key.buyAsset.token = address(face);
        order.key.buyAsset.assetType = 1;
        vm.prank(bob);
        face.approve(address(proxy), type(uint256).max);
        buyAs(bob, order, 1);
        face.refuse(treasury, false);
    }

    /// [F-80]
    function test_F80_RevertGiven_CoinIsOwed() public {
        sellRefused();
        withdrawFaceReverts();
        vm.assertEq(treasury.balance, 0, "nothing taken");
        exchange.withdraw();
        vm.assertEq(treasury.balance, FEES, "the fees");
        seller.set(Mood.Calm);
        exchange.claim(address(seller), address(seller));
        vm.assertEq(address(seller).balance, OWED, "what the seller was owed");
    }

    /// [F-80]
    function test_F80_RevertGiven_OnlyWhatIsOwedIsThere() public {
        sellRefused();
        exchange.withdraw();
        withdrawFaceReverts();
        vm.assertEq(address(exchange).balance, OWED, "covered");
    }

    /// [F-80] One unit short is short.
    function test_F80_RevertGiven_OneUnitIsOwed() public {
        seller.set(Mood.Refuse);
        Order memory order = aSale();
        (order.key.owner, order.key.sellAsset.tokenId, order.buying, order.sellerFee) = (address(seller), 77, 1, FEE);
        seller.act(address(exchange), abi.encodeCall(IExchangeForms.register, (order)));
        vm.prank(bob);
        exchange.exchange{value: 1}(order, none(), FEE, none(), 1, address(0));
        vm.assertEq(exchange.totalClaimable(), 1, "one unit");
        withdrawFaceReverts();
    }

    /// [F-80]
    function test_F80_GivenNothingIsOwed() public {
        buy(aSale(), 1);
        withdrawFace();
        vm.assertEq(treasury.balance, FEES, "the fees in coin");
        vm.assertEq(address(exchange).balance, 0, "all of them");
    }

    /// [F-80]
    function test_F80_GivenTheOwedWasClaimed() public {
        sellRefused();
        seller.set(Mood.Calm);
        exchange.claim(address(seller), address(seller));
        withdrawFace();
        vm.assertEq(treasury.balance, FEES, "sent");
    }

    /// [F-80] A fee held in the face is coin beside the credits.
    function test_F80_GivenAFeeIsHeldInTheFace() public {
        sellForTheFace();
        vm.assertEq(address(exchange).balance, FEES, "held");
        sellRefused();
        withdrawFaceReverts();
        exchange.withdraw();
        vm.assertEq(treasury.balance, 2 * FEES, "both fees, once");
        vm.assertEq(address(exchange).balance, exchange.totalClaimable(), "the rest is owed");
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, treasury));
        exchange.withdraw();
    }

    /// [F-80] Another token is no coin.
    function test_F80_GivenCoinIsOwedAndATokenIsHeld() public {
        sellRefused();
        pay.give(address(exchange), 3);
        vm.prank(eve);
        exchange.withdrawTokens(address(pay));
        vm.assertEq(pay.balanceOf(treasury), 3, "sent");
        vm.assertEq(exchange.totalClaimable(), OWED, "still owed");
    }
}
